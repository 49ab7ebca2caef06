public import Logging

/// Runs work that may outlive its response. The host waits for it before it stops.
public protocol BackgroundWork: Sendable {
  /// Starts the work.
  ///
  /// - Parameters:
  ///   - logger: the logger for an error of the work.
  ///   - operation: the work. It is cancelled at the end of the host's grace period.
  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void)
}
