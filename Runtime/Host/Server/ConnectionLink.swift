import Edge
import Loop
import NIOCore

/// A request's task reaches its connection through this; everything runs on the connection's loop.
struct ConnectionLink: Sendable {
  private let connection: Connection
  private let fate: ExchangeFate?
  private let loop: Reactor

  init(_ connection: Connection, _ fate: ExchangeFate?, on loop: Reactor) {
    self.connection = connection
    self.fate = fate
    self.loop = loop
  }

  /// Runs an action on the loop: at once where this is its thread, and then nothing is made to keep it.
  func run(_ action: @escaping @Sendable (Connection) -> Void) {
    let isDone = loop.runHere { action(connection) }
    if !isDone { loop.run { [connection] in action(connection) } }
  }

  /// Runs an action on the loop and waits for what it tells.
  private func ask<Value: Sendable>(
    _ action: @escaping @Sendable (Connection, _ tell: @escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value {
    await withCheckedContinuation { continuation in
      run { action($0) { continuation.resume(returning: $0) } }
    }
  }

  /// Sends a response, and waits where its body is written while it is sent.
  func send(_ response: Response, _ fields: HostFields) async -> Dispatcher.Outcome {
    switch response.body.content {
    case .bytes(let bytes) where bytes.readableBytes <= Self.awaitedBody:
      run { connection in
        if connection.begin(response, fields) == .whole { connection.end() }
      }
      return .completed
    case .bytes:
      let isOut: Bool = await ask { connection, tell in
        if connection.begin(response, fields) == .whole { connection.end(whenOut: tell) } else { tell(false) }
      }
      return isOut ? .completed : .clientLeft
    case .stream(let write):
      switch await ask({ connection, tell in tell(connection.begin(response, fields)) }) as Connection.Begun {
      case .streaming: break
      case .whole:
        run { $0.end() }
        return .completed
      case .refused: return .clientLeft
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

  private func send(_ chunk: ByteBuffer) async throws {
    guard await ask({ [fate] connection, tell in connection.write(chunk, of: fate, tell) }) else {
      throw CancellationError()
    }
    try Task.checkCancellation()
  }
}
