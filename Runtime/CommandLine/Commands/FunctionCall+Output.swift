import Edge
import Host
import NIOCore

extension FunctionCall {
  /// Calls the running host, or without one a host in this process. The body goes to stdout; stderr says which host
  /// answered.
  ///
  /// - Returns: the HTTP status.
  func perform(on configuration: LoadedConfiguration, _ application: Application) async throws -> Int {
    if let socket = configuration.host.bind.socketPath, let response = try await send(throughSocket: socket) {
      Output.error("Answered by the running host, through \(socket): \(response.status.code)")
      write(response.body)
      return response.status.code
    }
    return try await configuration.withHost(of: application) { assembly in
      await answer(by: assembly.host, on: configuration.database)
    }
  }

  private func answer(by host: FunctionHost, on database: DatabaseLocation) async -> Int {
    let reply = await reply(of: host)
    Output.error("Run in this process, on \(database): \(reply.response.status.code)")
    switch reply.response.body.content {
    case .bytes(let buffer):
      write(buffer)
      reply.finished(.completed)
    case .stream(let write):
      do {
        try await write(
          ResponseWriter {
            Output.bytes([UInt8](buffer: $0))
            if Output.readerHasGone { throw CancellationError() }
          })
        reply.finished(.completed)
      } catch _ where Output.readerHasGone {
        reply.finished(.clientLeft)
      } catch {
        Output.error("error: the function failed while it wrote its response: \(error)")
        reply.finished(.failed)
        return 500
      }
    }
    return reply.response.status.code
  }

  private func write(_ body: ByteBuffer) {
    Output.bytes([UInt8](buffer: body))
    // On a terminal the prompt starts on a line of its own; a file gets the body to the byte.
    if let last = body.readableBytesView.last, last != UInt8(ascii: "\n"), Output.isTerminal { Output.line("") }
  }
}
