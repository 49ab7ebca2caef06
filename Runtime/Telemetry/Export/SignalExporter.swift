import Edge
import Logging
import Synchronization

/// Exports the items of one signal: the driver of ``ExportState``.
final class SignalExporter: Sendable {
  /// The longest wait without an instant. A new item ends it before.
  private static let longestWait = Duration.seconds(3600)

  private let signal: TelemetrySignal
  private let client: CollectorClient
  private let meter: ExportMeter
  private let logger: Logger
  private let state: Mutex<ExportState>
  private let wakeUp = WakeUp()

  init(
    _ signal: TelemetrySignal, rules: ExportRules, client: CollectorClient, meter: ExportMeter, logger: Logger
  ) {
    self.signal = signal
    self.client = client
    self.meter = meter
    self.logger = logger
    state = Mutex(ExportState(rules) { Double.random(in: 0...1) })
  }

  func add(_ items: [ExportItem]) {
    guard !items.isEmpty else { return }
    change { $0.add(items, at: .now) }
    wakeUp.signal()
  }

  /// Counts records that were gone before they were read.
  func missed(_ count: Int) { meter.missed(count) }

  /// Lets ``run()`` end: it sends what waits, until an instant at the latest.
  func stop(by end: ContinuousClock.Instant) {
    change { $0.stop(by: end) }
    wakeUp.signal()
  }

  /// Sends items until ``stop(by:)``, or until the task is cancelled. Then it drops the items that are left.
  func run() async {
    while !Task.isCancelled {
      let now = ContinuousClock.now
      switch change({ $0.next(at: now) }) {
      case .send(let items):
        let outcome = await client.send(items, timeout: state.withLock { $0.timeout(at: now) })
        guard !Task.isCancelled else { break }
        if let notice = change({ $0.ended(outcome, at: .now) }) { log(notice) }
      case .wait(let instant): _ = await wakeUp.wait(upTo: instant.map { max(.zero, $0 - now) } ?? Self.longestWait)
      case .end: return
      }
    }
    change { $0.cancel() }
  }

  /// Changes the state, and adds the items that were sent or dropped to the counters.
  @discardableResult
  private func change<Result: Sendable>(_ body: (inout ExportState) -> Result) -> Result {
    let (result, counts) = state.withLock { state in (body(&state), state.takeCounts()) }
    meter.add(counts)
    return result
  }

  private func log(_ notice: ExportNotice) {
    switch notice {
    case .failing(let fault):
      logger.warning(
        "Telemetry is not exported",
        metadata: ["signal": "\(signal.rawValue)", "reason": "\(fault.reason)", "hint": "\(fault.hint)"])
    case .working: logger.notice("Telemetry is exported again", metadata: ["signal": "\(signal.rawValue)"])
    case .rejecting(let partial):
      logger.warning(
        "The collector rejected a part of the telemetry; further rejections are counted only",
        metadata: [
          "signal": "\(signal.rawValue)", "rejected": "\(partial.rejected)", "reason": "\(partial.message)",
        ])
    }
  }
}
