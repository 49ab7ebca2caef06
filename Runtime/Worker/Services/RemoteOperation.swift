import Channel
import NIOCore

/// An operation that a worker has opened at its host. It keeps its place among the worker's operations until it is
/// released.
final class RemoteOperation: Sendable {
  private let exchange: OutgoingExchange
  private let lease: OperationLease

  init(_ exchange: OutgoingExchange, _ lease: OperationLease) {
    self.exchange = exchange
    self.lease = lease
  }

  var id: UInt64 { exchange.id }

  /// Waits for the value.
  ///
  /// - Throws: the error that the host's service threw, whole; ``ChannelClosed``.
  func answer<Value: Message>(for type: Value.Type = Value.self) async throws -> Value {
    try await exchange.answer(as: type)
  }

  /// Reads the chunks of the stream that follows the answer; none if there is no stream. The closure throws the error
  /// for which the host broke the stream off, `CancellationError` or ``ChannelClosed``. Releasing it before the end
  /// sends `stop`.
  func body() -> @Sendable () async throws -> ByteBuffer? {
    let body = exchange.body
    return { [self] in
      defer { withExtendedLifetime(self) {} }
      return try await body?.nextPiece()
    }
  }

  /// Sends a note about the operation.
  func note(_ note: BackgroundNote) { exchange.note(note.payload) }

  /// Sends the operation's stream. A body that breaks off breaks the stream off.
  ///
  /// - Returns: the error of the body's source; nil if there was none, also if the host takes no more: its answer says
  ///   why.
  func send(_ next: () async throws -> ByteBuffer?) async -> (any Error)? {
    while true {
      let chunk: ByteBuffer?
      do { chunk = try await next() } catch {
        exchange.fail(WireError(error).reason)
        return error
      }
      guard let chunk else {
        exchange.end()
        return nil
      }
      do { try await exchange.write(chunk) } catch {
        exchange.fail(WireError(error).reason)
        return nil
      }
    }
  }
}
