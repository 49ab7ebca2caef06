import Logging
import NIOCore
import Synchronization

/// Counts and logs failures to accept a connection, for want of descriptors or memory.
///
/// Each failure is counted. A line is logged for the first one, and then at most once per ``interval``.
final class DescriptorShortage: Sendable {
  static let interval = TimeAmount.seconds(10)

  private let counter: ValueSeries
  private let logger: Logger
  private let unlogged = Mutex(UnloggedEvents())

  init(metrics: HostMetrics, logger: Logger) {
    counter = metrics.registry.counter(
      "swiftlet_accept_failures_total",
      help: "Times that no connection could be accepted for want of descriptors or memory")
    self.logger = logger
  }

  /// Records a failure to accept a connection, with the system's error code.
  func happened(_ error: CInt, at now: NIODeadline) {
    counter.add(1)
    guard let failures = unlogged.withLock({ $0.add(at: now, interval: Self.interval) }) else { return }
    logger.error(
      "Connections cannot be accepted and wait: raise the limit of open files (ulimit -n, or LimitNOFILE in systemd)",
      metadata: [
        "error": "\(IOError(errnoCode: error, reason: "accept"))", "failures": .stringConvertible(failures),
        "limit": .stringConvertible(OpenFiles.limit),
      ])
  }
}
