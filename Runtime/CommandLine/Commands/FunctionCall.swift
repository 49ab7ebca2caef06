import Edge
import Foundation
import HTTPTypes
import Host
import NIOCore

/// One call of `invoke`, by either way.
struct FunctionCall {
  let method: HTTPRequest.Method
  let target: String
  let headers: HTTPFields
  let body: [UInt8]?
  /// In seconds.
  let timeout: Double

  /// Calls the host that listens on a socket.
  ///
  /// - Returns: the status, once the body is written to stdout; nil if no host listens there.
  func send(throughSocket path: String) async throws -> Int? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    var request = HTTPClient.Request(
      method: method, url: "http://localhost\(target)", headers: headers, body: body.map { ByteBuffer(bytes: $0) })
    request.unixSocketPath = path
    request.timeout = .seconds(timeout)
    request.maximumResponseSize = 1 << 30
    let http = HTTPClient()
    let response: HTTPClient.Response
    do {
      response = try await http.send(request)
      await http.shutdown()
    } catch let error as HTTPClientError where error.code == .couldNotConnect {
      // A host that was killed left its socket behind.
      await http.shutdown()
      return nil
    } catch {
      await http.shutdown()
      throw error
    }
    Output.error("Answered by the running host, through \(path): \(response.status.code)")
    Output.bytes([UInt8](buffer: response.body))
    finishLine(after: response.body.readableBytesView.last)
    return response.status.code
  }

  /// Runs the function in this process, through everything a request goes through but the sockets.
  ///
  /// - Returns: the status, once the body is written to stdout.
  func run(on configuration: LoadedConfiguration, _ application: Application) async throws -> Int {
    try await configuration.withHost(of: application) { host in
      await answer(by: host, on: configuration.database)
    }
  }

  private func answer(by host: FunctionHost, on database: DatabaseLocation) async -> Int {
    let exchange = await host.dispatcher.respond(
      to: RequestHead(method: method, target: target, headers: headers),
      body: RequestBody(ByteBuffer(bytes: body ?? [])), startedAt: .now)
    Output.error("Run in this process, on \(database): \(exchange.response.status.code)")
    switch exchange.response.body.content {
    case .bytes(let buffer):
      Output.bytes([UInt8](buffer: buffer))
      finishLine(after: buffer.readableBytesView.last)
      exchange.finished(.completed)
    case .stream(let write):
      do {
        try await write(ResponseWriter { Output.bytes([UInt8](buffer: $0)) })
        exchange.finished(.completed)
      } catch {
        Output.error("error: the function broke off: \(error)")
        exchange.finished(.failed)
        return 500
      }
    }
    return exchange.response.status.code
  }

  /// On a terminal the prompt starts on a line of its own; a file gets the body to the byte.
  private func finishLine(after last: UInt8?) {
    if let last, last != UInt8(ascii: "\n"), Output.isTerminal { Output.line("") }
  }
}
