package import Edge
import NIOCore
import Synchronization

extension Dispatcher {
  /// The response to one request, until it is sent.
  package struct Reply: Sendable {
    let answer: Response
    let fields: HostFields
    /// The end of the request, which is counted and logged.
    let ending: Ending

    package var response: Response { answer.completed(fields) }

    /// Counts the request and writes its log line. Called once, after the last byte is sent or the client has left.
    package func finished(_ outcome: InvocationOutcome) { ending.finished(outcome) }
  }

  /// The end of one request, without its response.
  struct Ending: Sendable {
    let status: Int
    let arrival: Arrival
    let findings: Findings
    let dispatcher: Dispatcher

    /// Counts the request and writes its log line; called once.
    func finished(_ outcome: InvocationOutcome) {
      dispatcher.releaseBody(of: arrival)
      let elapsed = Int((NIODeadline.now() - arrival.started).nanoseconds / 1000)
      let status = outcome.status(of: status)
      dispatcher.endWatch(arrival, findings)
      // The entry leaves the table last: a stopping host waits for the entry, and so for the log line.
      defer { arrival.end(status: status, microseconds: elapsed, caller: findings.caller) }
      guard let function = dispatcher.metrics(of: arrival.route) else { return }
      var found = findings
      if outcome == .failed { found.fault = arrival.functionRun.withLock(\.fault) ?? found.fault }
      function.finished(status: status, seconds: Double(elapsed) / 1e6)
      let (proxies, now) = (dispatcher.proxies, dispatcher.clock.now)
      let log = InvocationLog(
        arrival: arrival, findings: found, proxies: proxies, status: status, outcome: outcome, microseconds: elapsed)
      dispatcher.accessLog.write(log, at: now)
      let record = InvocationRecord(
        arrival, found, proxies: proxies, status: status, outcome: outcome, microseconds: elapsed, at: now)
      if let record { dispatcher.ring.add(record, stripe: arrival.stripe) }
    }
  }
}
