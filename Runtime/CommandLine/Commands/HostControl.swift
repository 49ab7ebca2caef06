import Edge
import FoundationEssentials
import HTTPTypes
import Host
import Logging
import NIOCore

/// A client of the controls and functions of a host: the running one, or one in this process.
struct HostControl: Sendable {
  private enum Way: Sendable {
    case socket(String)
    case process(Assembly)
  }

  private let way: Way
  private let token: String

  /// A host that listens on a socket.
  init(socket path: String, token: String) {
    way = .socket(path)
    self.token = token
  }

  /// A host in this process.
  init(_ assembly: Assembly, token: String) {
    way = .process(assembly)
    self.token = token
  }

  /// The host in this process; nil if one is running already.
  var assembly: Assembly? { if case .process(let assembly) = way { assembly } else { nil } }

  /// Calls a control.
  ///
  /// - Parameters:
  ///   - name: the control's name, such as `jobs_list`.
  ///   - timeout: the longest wait for its answer, in seconds.
  /// - Throws: ``Failure`` with the message of an answer that is an error.
  func call<Answer: Decodable>(
    _ name: String, _ input: (any Encodable & Sendable)? = nil, timeout: Double = 60
  ) async throws -> Answer {
    try await call(function: "_internal/\(name)", input, timeout: timeout)
  }

  /// Calls a function as the service role.
  ///
  /// - Throws: ``Failure`` with the message of an answer that is an error.
  func call<Answer: Decodable>(
    function name: String, _ input: (any Encodable & Sendable)? = nil, timeout: Double = 60
  ) async throws -> Answer {
    let (status, body) = try await post(name, try input.map { try Wire.encode($0) }, token: token, timeout: timeout)
    guard status < 400 else { throw Self.failure(status, body, of: name) }
    return try Wire.decode(Answer.self, from: [UInt8](buffer: body))
  }

  /// Calls a function, and returns every status without throwing.
  ///
  /// - Parameter body: JSON; nil for none.
  func post(
    _ name: String, _ body: [UInt8]?, token: String, timeout: Double = 60
  ) async throws -> (status: Int, body: ByteBuffer) {
    let call = FunctionCall(
      method: .post, target: "/functions/v1/\(name)",
      headers: [.authorization: "Bearer \(token)", .contentType: "application/json"], body: body, timeout: timeout)
    switch way {
    case .socket(let path):
      guard let response = try await call.send(throughSocket: path) else {
        throw Failure(.unavailable, "The host that was running does not answer any more", hint: "run the command again")
      }
      return (response.status.code, response.body)
    case .process(let assembly):
      let reply = await call.reply(of: assembly.host)
      reply.finished(.completed)
      guard case .bytes(let body) = reply.response.body.content else { return (500, ByteBuffer()) }
      return (reply.response.status.code, body)
    }
  }

  /// Calls a control of the running host, and passes on its response piece by piece as it comes, until the body returns
  /// false.
  ///
  /// - Throws: ``Failure`` with the message of an answer that is an error.
  func stream(
    _ name: String, _ input: some Encodable & Sendable, _ body: (ByteBuffer) throws -> Bool
  ) async throws {
    guard case .socket(let path) = way else { throw Failure(.unavailable, "No host is running on this database") }
    var request = HTTPClient.Request(
      method: .post, url: "http://localhost/functions/v1/_internal/\(name)",
      headers: [.authorization: "Bearer \(token)", .contentType: "application/json"],
      body: ByteBuffer(bytes: try Wire.encode(input)))
    request.unixSocketPath = path
    try await HTTPClient.withTemporary { [request] http in
      let response = try await http.stream(request)
      guard response.status.code < 400 else {
        throw Self.failure(
          response.status.code, try await response.body.collect(upTo: 1 << 20), of: "_internal/\(name)")
      }
      for try await piece in response.body {
        guard try body(piece) else { break }
      }
    }
  }

  private static func failure(_ status: Int, _ body: ByteBuffer, of name: String) -> Failure {
    guard status != 401 else {
      return Failure(
        .failed, "The running host does not accept the service key of this configuration",
        hint: "run the command with the configuration that the host was started with")
    }
    struct Refusal: Decodable {
      struct Details: Decodable { let message: String }
      /// A function's error.
      let error: Details?
      /// The message of the host's own error.
      let message: String?
    }
    let refusal = try? Wire.decode(Refusal.self, from: [UInt8](buffer: body))
    if status == 404, refusal?.error == nil, name.hasPrefix("_internal/") {
      return Failure(
        .failed, "The running host does not know this command: it is of another version than this program",
        hint: "restart the host with this program, or run the command with the host's")
    }
    let message = refusal?.error?.message ?? refusal?.message ?? "The host answered with status \(status)"
    // A control appends its hint as a line of its own.
    let lines = message.split(separator: "\nhint: ", maxSplits: 1)
    return Failure(.failed, lines.first.map(String.init) ?? message, hint: lines.count > 1 ? String(lines[1]) : nil)
  }
}
