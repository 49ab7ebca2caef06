import Edge
import NIOCore

/// A request's task reaches its connection through this; everything runs on the connection's event loop.
struct ConnectionLink: Sendable {
  private let handler: NIOLoopBound<ConnectionHandler>
  private let loop: any EventLoop

  init(_ handler: ConnectionHandler, _ loop: any EventLoop) {
    self.loop = loop
    self.handler = NIOLoopBound(handler, eventLoop: loop)
  }

  /// Runs an action on the loop: at once where this is its thread.
  func run(_ action: @escaping @Sendable (ConnectionHandler) -> Void) {
    if loop.inEventLoop {
      action(handler.value)
    } else {
      loop.execute { action(handler.value) }
    }
  }

  /// Sends a response, and waits where its body is written while it is sent.
  func send(_ response: Response) async -> Dispatcher.Outcome {
    switch response.body.content {
    case .bytes(let bytes) where bytes.readableBytes <= Self.awaitedBody:
      run { handler in
        if handler.begin(response) == .whole { handler.end() }
      }
      return .completed
    case .bytes:
      return await sendWhole(response)
    case .stream(let write):
      switch try? await loop.submit({ handler.value.begin(response) }).get() {
      case .streaming: break
      case .whole:
        run { $0.end() }
        return .completed
      case .refused, nil: return .clientLeft
      }
      do {
        try await write(ResponseWriter { try await send($0) })
        run { $0.end() }
        return .completed
      } catch {
        run { $0.breakOff() }
        return error is CancellationError ? .clientLeft : .failed
      }
    }
  }

  /// A body that may not fit the socket's buffer, so that it is worth waiting until it is out.
  private static let awaitedBody = 64 << 10

  private func sendWhole(_ response: Response) async -> Dispatcher.Outcome {
    let isOut = loop.flatSubmit {
      handler.value.begin(response) == .whole
        ? handler.value.end() ?? loop.makeSucceededVoidFuture() : loop.makeFailedFuture(CancellationError())
    }
    return (try? await isOut.get()) == nil ? .clientLeft : .completed
  }

  private func send(_ chunk: ByteBuffer) async throws {
    try await loop.flatSubmit {
      handler.value.write(chunk) ?? loop.makeFailedFuture(CancellationError())
    }.get()
    try Task.checkCancellation()
  }
}
