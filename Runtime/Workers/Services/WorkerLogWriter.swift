import Edge
import Synchronization

/// Writes the log lines of one worker to the host's log, within their limits.
///
/// A worker limits its lines itself. This limit takes effect only for a worker that does not.
final class WorkerLogWriter: Sendable {
  private let logger: Logger
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let volume = Mutex(LogVolume())

  /// - Parameter logger: the logger of lines of no call, and of what is said about the limits.
  init(_ logger: Logger, clock: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.logger = logger
    self.clock = clock
  }

  /// Writes a line with the logger of its call, or drops it.
  func write(_ level: Logger.Level, _ message: String, _ metadata: [String: String], by call: Logger?) {
    let logger = call ?? self.logger
    guard level >= logger.logLevel else { return }
    let verdict = volume.withLock { $0.take(at: clock()) }
    report(verdict.dropped)
    guard verdict.isWritten else { return }
    logger.log(level: level, "\(LogBounds.message(message))", metadata: LogBounds.metadata(metadata))
  }

  /// Says how many lines were dropped since the last report, at the worker's end.
  func finish() { report(volume.withLock { $0.takeDropped() }) }

  private func report(_ dropped: Int) {
    guard dropped > 0 else { return }
    logger.warning(
      "Log lines of a worker were dropped",
      metadata: [
        "dropped": "\(dropped)", "limit": "\(LogVolume.lines) lines in \(LogVolume.window.components.seconds) s",
      ])
  }
}
