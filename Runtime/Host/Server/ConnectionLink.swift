import Edge
import Loop
import NIOCore

/// A request's task reaches its connection through this; everything runs on the connection's loop.
struct ConnectionLink: Sendable {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Runs an action on the loop: at once where this is its thread.
  func run(_ action: @escaping @Sendable (Connection) -> Void) {
    connection.loop.run { [connection] in action(connection) }
  }

  /// Runs an action if this is the loop's thread, and does nothing elsewhere.
  ///
  /// - Returns: whether it ran.
  func runHere(_ action: (Connection) -> Void) -> Bool { connection.loop.runHere { action(connection) } }

  /// Runs an action on the loop and waits for what it tells.
  private func ask<Value: Sendable>(
    _ action: @escaping @Sendable (Connection, _ tell: @escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value {
    await withCheckedContinuation { continuation in
      run { action($0) { continuation.resume(returning: $0) } }
    }
  }

  /// Sends a response, and waits until its body is out.
  func send(
    _ response: Response, _ fields: HostFields, of exchange: PendingExchange
  ) async -> Dispatcher.Outcome {
    switch response.body.content {
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
        try await write(ResponseWriter { try await send($0, of: exchange) })
        run { $0.end() }
        return .completed
      } catch {
        run { $0.breakOff() }
        return error is CancellationError ? .clientLeft : .failed
      }
    }
  }

  private func send(_ chunk: ByteBuffer, of exchange: PendingExchange) async throws {
    guard await ask({ connection, tell in connection.write(chunk, of: exchange, tell) }) else {
      throw CancellationError()
    }
    try Task.checkCancellation()
  }
}

extension ResponseBody {
  /// Whether it is there and should fit the socket's buffer, so that nobody need wait until it is out.
  var isShort: Bool {
    count.map { $0 <= 64 << 10 } ?? false
  }
}
