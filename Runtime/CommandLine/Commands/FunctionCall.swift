import Edge
import FoundationEssentials
import Glibc
import HTTPTypes
import Host
import NIOCore

/// One request that a command sends, to the running host or to a host in this process.
struct FunctionCall {
  let method: HTTPRequest.Method
  let target: String
  let headers: HTTPFields
  let body: [UInt8]?
  /// In seconds.
  let timeout: Double

  /// Calls the host that listens on a socket.
  ///
  /// - Returns: the response; nil if no host listens there.
  /// - Throws: ``Failure`` for a socket of another user; `HTTPClientError`.
  func send(throughSocket path: String) async throws -> HTTPClient.Response? {
    guard unsafe access(path, F_OK) == 0 else {
      if errno == EACCES { throw Self.isNotOurs(path) }
      return nil
    }
    var request = HTTPClient.Request(
      method: method, url: "http://localhost\(target)", headers: headers, body: body.map { ByteBuffer(bytes: $0) })
    request.unixSocketPath = path
    request.timeout = .seconds(timeout)
    request.maximumResponseSize = 1 << 30
    do {
      return try await HTTPClient.withTemporary { [request] http in try await http.send(request) }
    } catch let error as HTTPClientError where error.code == .couldNotConnect {
      // A host that was killed left its socket behind.
      if unsafe access(path, R_OK | W_OK) != 0, errno == EACCES { throw Self.isNotOurs(path) }
      return nil
    }
  }

  private static func isNotOurs(_ socket: String) -> Failure {
    Failure(
      .unavailable, "The control socket \(socket) cannot be reached: Permission denied",
      hint: "run the command as the user that runs the host")
  }

  /// Calls a host in this process: the request takes its usual way, without the sockets.
  func reply(of host: FunctionHost) async -> Dispatcher.Reply {
    await host.dispatcher.respond(
      to: IncomingRequest(method: method, target: target, headers: headers),
      body: RequestBody(body ?? []), startedAt: .now())
  }
}
