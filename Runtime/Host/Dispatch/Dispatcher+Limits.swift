import Edge
import HTTPTypes

/// Rate limits. Calls are counted by address before the token is checked, so that a flood of bad tokens costs little.
/// The other limits follow after the check.
extension Dispatcher {
  /// Counts a call by its client's address.
  ///
  /// - Throws: ``HostError`` 429.
  func countClient(_ arrival: Arrival, _ limits: RouteLimits, _ findings: inout Findings) async throws(HostError) {
    guard !limits.byAddress.isEmpty, arrival.head.method != .options, let key = network(of: arrival) else { return }
    try await count(limits.byAddress, arrival, limits, &findings) { _ in key }
  }

  /// The key of a call's client; nil for a client on the host's socket.
  private func network(of arrival: Arrival) -> LimitKey? {
    // Only a trusted proxy can name a client by a text other than an address.
    arrival.head.client(trusting: proxies).map { ClientNetwork($0).map(LimitKey.network) ?? .name("unknown") }
  }

  /// Counts a call by its caller, its function, and together with all others.
  ///
  /// A limit per user counts a function's calls without a user by the client's network, so that a client cannot avoid
  /// the limit by leaving out the token. It does not count the service role, nor services whose public files many users
  /// behind one address read.
  ///
  /// - Parameter caller: the holder of the verified token; nil without one.
  /// - Throws: ``HostError`` 429.
  func countCaller(
    _ caller: Identity?, _ arrival: Arrival, _ limits: RouteLimits, _ findings: inout Findings
  ) async throws(HostError) {
    guard !limits.byCaller.isEmpty, arrival.head.method != .options else { return }
    try await count(limits.byCaller, arrival, limits, &findings) { limit in
      switch limit.subject {
      case .user:
        caller?.userID.map(LimitKey.user)
          ?? (caller?.role == .serviceRole || arrival.route.function == nil ? nil : network(of: arrival))
      case .key: caller.map { .name($0.role.rawValue) }
      case .function: .name(limits.name)
      case .project: .all
      case .address: nil
      }
    }
  }

  /// Counts a call of a route without a function, whose caller the host does not check otherwise; returns 429 if a
  /// limit refuses it. An invalid token is no caller.
  func overLimit(_ arrival: Arrival, _ limits: RouteLimits, _ findings: inout Findings) async -> HostError? {
    do {
      try await countClient(arrival, limits, &findings)
      let caller = limits.needsCaller ? try? await authorizer.identity(arrival.head.headers, at: arrival.date) : nil
      try await countCaller(caller, arrival, limits, &findings)
      return nil
    } catch {
      return error
    }
  }

  /// Counts a call under all of the limits that have a key for it. If one of them refuses it, the call counts under
  /// none.
  private func count(
    _ active: [ActiveLimit], _ arrival: Arrival, _ limits: RouteLimits, _ findings: inout Findings,
    by key: (ActiveLimit) -> LimitKey?
  ) async throws(HostError) {
    let now = Int64(clamping: arrival.started.uptimeNanoseconds)
    var standing = findings.limits ?? LimitStanding(policy: limits.policy)
    var admitted: [(limit: ActiveLimit, key: LimitKey)] = []
    for limit in active {
      guard let key = key(limit) else { continue }
      let verdict = await limit.counter.admit(key, at: now)
      standing.add(verdict, of: limit)
      if !verdict.isAdmitted {
        limit.refused.add(1)
      } else if active.count > 1 {
        admitted.append((limit, key))
      }
    }
    findings.limits = standing
    guard standing.isRefused else { return }
    for (limit, key) in admitted { limit.counter.giveBack(key) }
    throw .rateLimited
  }
}
