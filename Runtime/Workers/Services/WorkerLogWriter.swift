import Channel
import Edge
import Synchronization

/// Writes the log lines of one worker to the host's log, within their limits.
///
/// A worker limits its lines itself. This limit takes effect only for a worker that does not.
final class WorkerLogWriter: Sendable {
  /// The most lines of a window: twice those of the worker's own limit, since the windows of the two do not begin
  /// together.
  private let lines: Int
  /// The most notes of a window, also those below the log's level and those that are dropped: reading them takes the
  /// time of the loop that all workers share.
  private let notes: Int

  private let logger: Logger
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let budget: Mutex<LineBudget>
  private let arrivals: Mutex<LineBudget>

  /// - Parameters:
  ///   - logger: the logger of lines of no call, and of what is said about the limits.
  ///   - limit: the worker's own limit of lines in ten seconds.
  init(
    _ logger: Logger, limit: Int = LineBudget.lines, clock: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    (lines, notes) = (2 * limit, 10 * limit)
    budget = Mutex(LineBudget(lines: lines))
    arrivals = Mutex(LineBudget(lines: notes))
    self.logger = logger
    self.clock = clock
  }

  /// Writes a line with the logger of its call, or drops it.
  ///
  /// - Throws: ``MessageFault`` for more lines than a worker with a limit of its own ever sends.
  func write(
    _ level: Logger.Level, _ message: String, _ metadata: [String: String], by call: Logger?
  ) throws(MessageFault) {
    guard arrivals.withLock({ $0.admit(at: clock()) }) else {
      throw MessageFault("more than \(notes) log lines in \(LineBudget.window.components.seconds) s")
    }
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
        "dropped": "\(dropped)", "limit": "\(lines) lines in \(LineBudget.window.components.seconds) s",
      ])
  }
}
