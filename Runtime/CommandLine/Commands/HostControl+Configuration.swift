import Edge
import FoundationEssentials
import Host
import Logging

extension HostControl {
  /// Reaches the host that serves the configured database.
  ///
  /// - Returns: nil if none is running.
  static func running(_ configuration: LoadedConfiguration) async throws -> HostControl? {
    let health = FunctionCall(
      method: .get, target: "/functions/v1/_internal/health", headers: [:], body: nil, timeout: 10)
    guard let socket = configuration.host.bind.socketPath, try await health.send(throughSocket: socket) != nil else {
      return nil
    }
    return HostControl(socket: socket, token: try serviceToken(configuration))
  }

  /// Reaches the host that serves the configured database.
  ///
  /// - Throws: ``Failure`` if none is running.
  static func needed(
    _ configuration: LoadedConfiguration, hint: String = "start one with serve"
  ) async throws -> HostControl {
    if let host = try await running(configuration) { return host }
    throw Failure(.unavailable, "No host is running on this database", hint: hint)
  }

  private static func serviceToken(_ configuration: LoadedConfiguration) throws -> String {
    try TokenMinter(secret: configuration.host.tokens.secret).token(role: .serviceRole, now: Date())
  }

  /// Reaches the host that serves the configured database; if none is running, assembles one in this process.
  static func with<Result: Sendable>(
    _ configuration: LoadedConfiguration, _ application: Application, _ body: (HostControl) async throws -> Result
  ) async throws -> Result {
    if let running = try await running(configuration) { return try await body(running) }
    // The command's own calls of controls are not logged.
    let silent = AccessLog(logger: Logger(label: "controls") { _ in SwiftLogNoOpLogHandler() })
    return try await configuration.withHost(of: application, accessLog: silent) { assembly in
      try await body(HostControl(assembly, token: try serviceToken(configuration)))
    }
  }
}

extension ConfigurationOptions {
  /// Loads the configuration and reaches the controls of its host.
  func withHostControl(_ body: (HostControl) async throws -> Void) async throws {
    try await HostControl.with(load(), Application.current, body)
  }
}
