import Edge
import FoundationEssentials
import NIOCore

extension Operations {
  /// A report of the operations. Both instants are the current one; the dates of earlier ones are computed from them.
  func report(_ health: HostHealth, at date: Date, _ now: NIODeadline = .now()) -> OperationReport {
    let moment = Moment(date: date, now: now, names: names.all.map(\.text))
    let users = overlapping.users
    let running = running.filter { $0.operation != nil }
    let active = running.prefix(OperationReport.listed).compactMap { moment.operation($0, users: users) }
    let last = finished.flatMap(\.recent).sorted { $0.ended > $1.ended }.prefix(OperationReport.listed)
    return OperationReport(
      host: health, activeCount: running.count, active: active,
      concurrent: active.count > 1 ? active.map(\.id) : [], recent: last.map(moment.operation),
      operations: statistics, overlapping: moment.overlapping(overlapping.counts))
  }
}

extension FinishedOperation {
  fileprivate var ended: NIODeadline { began + .microseconds(Int64(microseconds)) }
}

/// An instant, and the names that operations have at it.
private struct Moment {
  let date: Date
  let now: NIODeadline
  let names: [String]

  func text(_ id: OperationID) -> String { "\(name(id))_\(id.number)" }

  private func name(_ id: OperationID) -> String { id.name < names.count ? names[id.name] : "?" }

  private func date(of instant: NIODeadline) -> Date {
    date.addingTimeInterval(Double((instant - now).nanoseconds) / 1e9)
  }

  func operation(_ invocation: RunningInvocation, users: [OperationID: UUID]) -> OperationReport.Operation? {
    guard let id = invocation.operation else { return nil }
    let details = OperationReport.Operation.Details(
      trigger: invocation.trigger.rawValue, request: "\(invocation.id)", method: nil, role: nil,
      user: users[id], job: invocation.job, status: nil)
    return OperationReport.Operation(
      id: text(id), operation: name(id), details: details, start: date(of: invocation.began), end: nil,
      milliseconds: Double((now - invocation.began).nanoseconds / 1000) / 1000, outcome: nil)
  }

  func operation(_ operation: FinishedOperation) -> OperationReport.Operation {
    let details = OperationReport.Operation.Details(
      trigger: operation.trigger.rawValue, request: "\(operation.invocation)", method: operation.method?.rawValue,
      role: operation.role?.rawValue, user: operation.user, job: operation.job, status: operation.status)
    return OperationReport.Operation(
      id: text(operation.id), operation: name(operation.id), details: details, start: date(of: operation.began),
      end: date(of: operation.ended), milliseconds: Double(operation.microseconds) / 1000,
      outcome: OperationOutcome(status: operation.status))
  }

  func overlapping(_ counts: OverlapCounts) -> OperationReport.Overlapping {
    func name(_ index: Int) -> String { self.name(OperationID(name: index, number: 0)) }
    let pairs = counts.byPair.map { pair, count in
      OperationReport.Overlapping.Pair(running: name(pair.running), started: name(pair.started), count: count)
    }
    let recent = counts.recent.sorted { $0.instant > $1.instant }.prefix(OperationReport.listed).map {
      OperationReport.Overlapping.Last(
        running: text($0.running), started: text($0.started), user: $0.user, instant: date(of: $0.instant))
    }
    return OperationReport.Overlapping(
      count: counts.total, unwatched: counts.unwatched,
      pairs: pairs.sorted { ($1.count, $0.running, $0.started) < ($0.count, $1.running, $1.started) }
        .prefix(OperationReport.listed).map(\.self),
      recent: recent)
  }
}
