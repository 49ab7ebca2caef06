extension Channel {
  /// Opens an exchange with a message, which goes as the exchange's stream if it is long.
  ///
  /// - Parameters:
  ///   - message: the message. The other side reads it by ``IncomingExchange/message(as:)``.
  ///   - hasBody: whether a stream of the caller's own follows; such a message must be short.
  /// - Throws: ``ChannelClosed``; ``MessageFault`` for a message that is too long; `CancellationError` when the other side does not take it.
  package nonisolated(nonsending) func open(
    message: some Message, hasBody: Bool = false
  ) async throws -> OutgoingExchange {
    let parts = try LongMessage.cut(message)
    guard let rest = parts.rest else { return try open(parts.payload, hasBody: hasBody) }
    guard !hasBody else { throw MessageFault("it is too long for a message with a stream of its own") }
    let exchange = try open(parts.payload, hasBody: true)
    do {
      try await LongMessage.write(rest, exchange.write)
      exchange.end()
    } catch is CancellationError {
      // The other side may have answered already, for instance with an error.
      exchange.fail("The message was broken off")
      exchange.cancel()
    }
    return exchange
  }
}
