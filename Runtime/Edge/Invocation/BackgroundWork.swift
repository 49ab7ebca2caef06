public import Logging

/// Runs work that may outlive its response. The host waits for it before it stops.
public protocol BackgroundWork: Sendable {
  /// Starts the work, which is cancelled at the end of the host's grace period. An error that it throws is logged.
  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void)
}
