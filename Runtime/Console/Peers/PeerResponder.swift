import Edge
import FoundationEssentials
package import Host
import Wire
import Workers

/// Answers questions with what this host has in memory. It reads, and changes nothing.
package struct PeerResponder: Sendable {
  let host: String
  private let ring: EventRing
  private let controls: any Controls

  package init(host: String, ring: EventRing, controls: any Controls) {
    self.host = host
    self.ring = ring
    self.controls = controls
  }

  /// The answer.
  ///
  /// - Parameter isOwn: whether the page is this host's.
  func answer(_ question: PeerQuestion, isOwn: Bool, now: Date) async -> PeerAnswer {
    switch question {
    case .invocations(let selection): .invocations(invocations(selection, isOwn: isOwn, now: now))
    case .invocation(let id): .invocation(CallWithLines(record: ring.invocation(id), lines: ring.logs(of: id)))
    case .logs(let selection): .logs(logs(selection, isOwn: isOwn, now: now))
    case .line(let place): .line(place.host == host ? line(place.sequence) : nil)
    case .figures(let function):
      .figures(ring.functionStatistics(now: now).filter { function == nil || $0.name == function })
    case .errors: .errors(ring.errorGroups())
    case .deaths: .deaths(ring.deaths(limit: 50))
    case .death(let place): .death(place.host == host ? death(place.sequence) : nil)
    case .workers: .workers(try? await controls.call("workers"))
    case .push(let query): .push(await push(query))
    case .bundles: .bundles((try? await controls.call("bundles")) ?? [])
    }
  }

  /// The bound of a selection for this host; nil without one.
  private func bound(_ selection: ListSelection, isOwn: Bool) -> UInt64? {
    selection.before.map { $0.bound(of: host, isOwn: isOwn) }
  }

  private func invocations(_ selection: ListSelection, isOwn: Bool, now: Date) -> ListPart<InvocationRecord> {
    let filter = InvocationFilter(Filter(selection.filter), now: now)
    let limit = max(1, min(selection.limit, InvocationList.limit))
    func isWanted(_ record: InvocationRecord) -> Bool {
      (!selection.isOfErrors || record.isError) && filter.matches(record)
    }
    var records: [InvocationRecord]
    if let order = InvocationOrder(selection.order) {
      records = Array(order.sorted(ring.invocations(limit: InvocationOrder.among, where: isWanted)).prefix(limit))
    } else {
      records = ring.invocations(before: bound(selection, isOwn: isOwn), limit: limit, where: isWanted)
    }
    // A list shows no steps; the call's own page asks for them.
    if !isOwn { for index in records.indices { records[index].operations = [] } }
    return ListPart(records: records, hasMore: records.count == limit)
  }

  private func logs(_ selection: ListSelection, isOwn: Bool, now: Date) -> ListPart<LogRecord> {
    let filter = LogFilter(Filter(selection.filter), now: now)
    let limit = max(1, min(selection.limit, LogList.limit))
    let records = ring.logs(before: bound(selection, isOwn: isOwn), limit: limit, where: filter.matches)
    return ListPart(records: records, hasMore: records.count == limit)
  }

  /// The line with a number: the newest line below the following number, unless the ring has dropped it.
  private func line(_ sequence: UInt64) -> LogRecord? {
    let (next, overflows) = sequence.addingReportingOverflow(1)
    return overflows ? nil : ring.logs(before: next, limit: 1).first.flatMap { $0.sequence == sequence ? $0 : nil }
  }

  private func death(_ sequence: UInt64) -> DeathWithCalls? {
    guard let record = ring.deaths(limit: 1, where: { $0.sequence == sequence }).first else { return nil }
    let ids = Set(record.lost.compactMap { UUID(wire: $0) })
    var calls = ring.invocations(limit: ids.count) { ids.contains($0.id) }
    // The page of a crash shows no steps; the call's own page asks for them.
    for index in calls.indices { calls[index].operations = [] }
    return DeathWithCalls(record: record, calls: calls)
  }

  private func push(_ query: PushQuery) async -> PushState? {
    guard let overview: PushOverview = try? await controls.call("push_overview"),
      let activity: PushActivity = try? await controls.call("push_activity", query)
    else { return nil }
    return PushState(overview: overview, activity: activity)
  }
}
