import Edge
import Foundation
import HTTPTypes
import Host
import Logging
import NIOCore

/// The controls and the functions of the host that serves the database, or of one put together in this process.
struct HostControl: Sendable {
  private enum Way: Sendable {
    case socket(String)
    case process(Assembly)
  }

  private let way: Way
  private let token: String

  /// The host in this process; nil if one is running already.
  var assembly: Assembly? { if case .process(let assembly) = way { assembly } else { nil } }

  /// Calls a control.
  ///
  /// - Parameters:
  ///   - name: `jobs_list`.
  ///   - input: what it wants to know; nil for nothing.
  /// - Throws: ``Failure`` with the message of an answer that is an error.
  func call<Answer: Decodable>(_ name: String, _ input: (any Encodable & Sendable)? = nil) async throws -> Answer {
    try await call(function: "_internal/\(name)", input)
  }

  /// Calls a function with the project's own rights.
  ///
  /// - Throws: ``Failure`` with the message of an answer that is an error.
  func call<Answer: Decodable>(
    function name: String, _ input: (any Encodable & Sendable)? = nil
  ) async throws -> Answer {
    let (status, body) = try await post(name, try input.map { try Wire.encode($0) }, token: token)
    guard status < 400 else { throw Self.failure(status, body, of: name) }
    return try Wire.decode(Answer.self, from: [UInt8](buffer: body))
  }

  /// Calls a function, whatever it answers.
  ///
  /// - Parameters:
  ///   - body: JSON; nil for none.
  ///   - token: whose right it is called by.
  func post(_ name: String, _ body: [UInt8]?, token: String) async throws -> (status: Int, body: ByteBuffer) {
    let call = FunctionCall(
      method: .post, target: "/functions/v1/\(name)",
      headers: [.authorization: "Bearer \(token)", .contentType: "application/json"], body: body, timeout: 60)
    switch way {
    case .socket(let path):
      guard let response = try await call.send(throughSocket: path) else {
        throw Failure(.failed, "The host that was running does not answer any more", hint: "run the command again")
      }
      return (response.status.code, response.body)
    case .process(let assembly):
      let reply = await call.reply(of: assembly.host)
      reply.finished(.completed)
      guard case .bytes(let body) = reply.response.body.content else { return (500, ByteBuffer()) }
      return (reply.response.status.code, body)
    }
  }

  private static func failure(_ status: Int, _ body: ByteBuffer, of name: String) -> Failure {
    guard status != 401 else {
      return Failure(
        .failed, "The running host does not accept the service key of this configuration",
        hint: "run the command with the configuration that the host was started with")
    }
    struct Refusal: Decodable {
      struct Fault: Decodable { let message: String }
      /// A function's error, and the host's own.
      let error: Fault?
      let message: String?
    }
    let refusal = try? Wire.decode(Refusal.self, from: [UInt8](buffer: body))
    if status == 404, refusal?.error == nil, name.hasPrefix("_internal/") {
      return Failure(
        .failed, "The running host does not know this command: it is of another version than this program",
        hint: "restart the host with this program, or run the command with the host's")
    }
    return Failure(.failed, refusal?.error?.message ?? refusal?.message ?? "The host answered with status \(status)")
  }
}

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
    return HostControl(way: .socket(socket), token: try serviceToken(configuration))
  }

  private static func serviceToken(_ configuration: LoadedConfiguration) throws -> String {
    try TokenMinter(secret: configuration.host.tokens.secret).token(role: .serviceRole, now: Date())
  }

  /// Reaches the host that serves the configured database; if none is running, puts one together in this process.
  static func with<Result: Sendable>(
    _ configuration: LoadedConfiguration, _ application: Application, _ body: (HostControl) async throws -> Result
  ) async throws -> Result {
    if let running = try await running(configuration) { return try await body(running) }
    // A line for each call of a control would be the command's own noise.
    let silent = AccessLog(logger: Logger(label: "controls") { _ in SwiftLogNoOpLogHandler() })
    return try await configuration.withHost(of: application, accessLog: silent) { assembly in
      try await body(HostControl(way: .process(assembly), token: try serviceToken(configuration)))
    }
  }
}

extension ConfigurationOptions {
  /// Loads the configuration and reaches the controls of its host.
  func withHostControl(_ body: (HostControl) async throws -> Void) async throws {
    try await HostControl.with(load(), Application.current, body)
  }
}
