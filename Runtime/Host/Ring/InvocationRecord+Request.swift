import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore
import Synchronization

extension InvocationRecord {
  /// The record of a request whose answer ended at `time`; nil for one that is not kept: the host's own routes and
  /// controls, and handlers that are not recorded.
  init?(
    _ arrival: Arrival, _ findings: Findings, proxies: TrustedProxies, status: Int, outcome: InvocationOutcome,
    microseconds: Int, at time: Date
  ) {
    let route = arrival.route
    guard !route.isOwn, route.handled?.handler.isRecorded != false else { return nil }
    self.init(
      time: time, id: arrival.id.uuid, function: route.name ?? "", status: status,
      timing: InvocationTiming(total: microseconds))
    method = arrival.head.method.rawValue.cut(toBytes: 32)
    // Without the query, which may contain tokens.
    let path = arrival.target.path
    self.path = path.utf8.count <= 256 ? String(path) : String(path.prefix(256))
    self.outcome = Outcome(outcome)
    role = findings.caller?.role.rawValue.cut(toBytes: 64)
    user = findings.caller?.userID
    client = arrival.head.client(trusting: proxies)?.cut(toBytes: 64)
    error = findings.fault?.cut(toBytes: 2048)
    let run = arrival.functionRun.withLock(\.self)
    adopt(findings.trace)
    timing.add(run, total: microseconds, since: arrival.started)
    if let invocation = run.invocation { take(invocation) }
  }
}

extension InvocationTiming {
  /// Adds the time of the handler, and of the response after it.
  fileprivate mutating func add(_ run: FunctionRun, total: Int, since start: NIODeadline) {
    guard let began = run.began, let ended = run.ended else { return }
    handler = Int((ended - began).nanoseconds / 1000)
    response = total - Int((ended - start).nanoseconds / 1000)
  }
}

extension InvocationRecord {
  /// Takes over the steps of a run, and the worker that ran it.
  mutating func take(_ invocation: Invocation) {
    if let steps = invocation.steps {
      (operations, operationsDropped) = (steps.operations, steps.dropped)
      (timing.database, timing.calls) = (steps.database, steps.calls)
    }
    guard let run = invocation.workerRun else { return }
    worker = run.worker
    version = run.version
    timing.waited = run.waited
    timing.cpu = run.cpu
    if let handler = timing.handler { timing.handler = max(0, handler - run.waited) }
  }
}

extension InvocationRecord.Outcome {
  fileprivate init(_ outcome: InvocationOutcome) {
    self =
      switch outcome {
      case .completed: .completed
      case .clientLeft: .clientLeft
      case .failed: .failed
      case .replaced: .replaced
      }
  }
}
