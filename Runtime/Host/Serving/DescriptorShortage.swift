import Logging
import NIOCore
import Synchronization

/// Counts and logs failures to accept a connection, for want of descriptors or memory.
///
/// Each failure is counted. A line is logged for the first one, and then at most once per ``interval``.
final class DescriptorShortage: Sendable {
  static let interval = TimeAmount.seconds(10)

  private struct State {
    var loggedAt: NIODeadline?
    var failures = 0
  }

  private let counter: ValueSeries
  private let logger: Logger
  private let state = Mutex(State())

  init(metrics: HostMetrics, logger: Logger) {
    counter = metrics.registry.counter(
      "swiftlet_accept_failures_total",
      help: "Times that no connection could be accepted for want of descriptors or memory")
    self.logger = logger
  }

  /// Records a failure to accept a connection.
  ///
  /// - Parameter error: the system's error code.
  func happened(_ error: CInt, at now: NIODeadline) {
    counter.add(1)
    let failures: Int? = state.withLock { state in
      state.failures += 1
      if let last = state.loggedAt, now - last < Self.interval { return nil }
      state.loggedAt = now
      defer { state.failures = 0 }
      return state.failures
    }
    guard let failures else { return }
    logger.error(
      "Connections cannot be accepted and wait: raise the limit of open files (ulimit -n, or LimitNOFILE in systemd)",
      metadata: [
        "error": "\(IOError(errnoCode: error, reason: "accept"))", "failures": .stringConvertible(failures),
        "limit": .stringConvertible(OpenFiles.limit),
      ])
  }
}
