import Channel
import Edge
import Synchronization

/// Writes the log lines of one worker to the host's log, within their limits.
///
/// A worker limits its lines itself. This limit takes effect only for a worker that does not.
final class WorkerLogWriter: Sendable {
  /// The most lines of a window: twice those of the worker's own limit, since the windows of the two do not begin
  /// together.
  private static let lines = 2 * LineBudget.lines

  private let logger: Logger
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let budget = Mutex(LineBudget(lines: lines))

  /// - Parameter logger: the logger of lines of no call, and of what is said about the limits.
  init(_ logger: Logger, clock: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.logger = logger
    self.clock = clock
  }

  /// Writes a line with the logger of its call, or drops it.
  func write(_ level: Logger.Level, _ message: String, _ metadata: [String: String], by call: Logger?) {
    let logger = call ?? self.logger
    guard level >= logger.logLevel else { return }
    let (dropped, isWritten) = budget.withLock { budget in
      let now = clock()
      return (budget.report(at: now), budget.admit(at: now))
    }
    report(dropped)
    guard isWritten else { return }
    logger.log(level: level, "\(LogBounds.message(message))", metadata: LogBounds.metadata(metadata))
  }

  /// Says how many lines were dropped since the last report, at the worker's end.
  func finish() { report(budget.withLock { $0.takeDropped() }) }

  private func report(_ dropped: Int?) {
    guard let dropped else { return }
    logger.warning(
      "Log lines of a worker were dropped",
      metadata: [
        "dropped": "\(dropped)", "limit": "\(Self.lines) lines in \(LineBudget.window.components.seconds) s",
      ])
  }
}
