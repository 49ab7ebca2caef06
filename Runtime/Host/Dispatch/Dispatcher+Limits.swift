import Edge
import HTTPTypes

/// Rate limits. Calls are counted by address before the token is checked, so that a flood of bad tokens costs little, and by all else after.
extension Dispatcher {
  /// Counts a call by its client's address.
  ///
  /// - Throws: ``HostError`` 429.
  func countClient(_ arrival: Arrival, _ limits: RouteLimits, _ findings: inout Findings) async throws(HostError) {
    guard !limits.byAddress.isEmpty, arrival.head.method != .options,
      let client = arrival.head.client(trusting: configuration.trustedProxies)
    else { return }
    // Text that is no address comes from a trusted proxy alone.
    let key = ClientNetwork(client).map(LimitKey.network) ?? .name("unknown")
    try await count(limits.byAddress.map { ($0, key) }, arrival, limits, &findings)
  }

  /// Counts a call by its caller, its function, and together with all others.
  ///
  /// - Parameter caller: the holder of the verified token; nil without one. Then only function and project are counted.
  /// - Throws: ``HostError`` 429.
  func countCaller(
    _ caller: Identity?, _ arrival: Arrival, _ limits: RouteLimits, _ findings: inout Findings
  ) async throws(HostError) {
    guard !limits.byCaller.isEmpty, arrival.head.method != .options else { return }
    var keys: [(ActiveLimit, LimitKey)] = []
    for limit in limits.byCaller {
      let key: LimitKey? =
        switch limit.subject {
        case .user: caller?.userID.map(LimitKey.user)
        case .key: caller.map { .name($0.role.rawValue) }
        case .function: .name(limits.name)
        case .project: .all
        case .address: nil
        }
      if let key { keys.append((limit, key)) }
    }
    try await count(keys, arrival, limits, &findings)
  }

  /// Counts a call of a route without a function, whose caller the host does not check otherwise. An invalid token is no caller.
  ///
  /// - Returns: 429 if a limit refuses the call.
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

  /// Counts a call under several limits, or under none if one of them refuses it.
  private func count(
    _ keys: [(limit: ActiveLimit, key: LimitKey)], _ arrival: Arrival, _ limits: RouteLimits,
    _ findings: inout Findings
  ) async throws(HostError) {
    let now = Int64(clamping: arrival.started.uptimeNanoseconds)
    var standing = findings.limits ?? LimitStanding(policy: limits.policy)
    var admitted: [(limit: ActiveLimit, key: LimitKey)] = []
    for (limit, key) in keys {
      let verdict = await limit.counter.admit(key, at: now)
      standing.add(verdict, of: limit)
      if verdict.isAdmitted { admitted.append((limit, key)) } else { limit.refused.add(1) }
    }
    findings.limits = standing
    guard standing.isRefused else { return }
    for (limit, key) in admitted { limit.counter.giveBack(key) }
    throw .rateLimited
  }
}
