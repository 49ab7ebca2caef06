extension IncomingExchange {
  /// Reads the opener's message, as ``Channel/open(message:hasBody:)`` sent it.
  ///
  /// - Throws: ``MessageFault`` for a message that cannot be read; the errors of the opener's stream.
  package nonisolated(nonsending) func message<Value: Message>(as type: Value.Type) async throws -> Value {
    try await LongMessage.read(type, payload) { body }
  }

  /// Answers with a message, which goes as the answer's stream if it is long. Without a stream of the caller's own, the exchange is then
  /// done.
  ///
  /// - Parameters:
  ///   - message: the message. The other side reads it by ``OutgoingExchange/answer(as:)``.
  ///   - hasBody: whether a stream of the caller's own follows, after which the caller is ``done()``; such a message must be short.
  /// - Throws: ``MessageFault`` for a message that is too long: nothing is answered; ``ChannelClosed``, and `CancellationError` when the other
  ///   side does not take it.
  package nonisolated(nonsending) func answer(message: some Message, hasBody: Bool = false) async throws {
    let parts = try LongMessage.cut(message)
    guard let rest = parts.rest else { return answer(parts.payload, hasBody: hasBody, isDone: !hasBody) }
    guard !hasBody else { throw MessageFault("it is too long for a message with a stream of its own") }
    answer(parts.payload, hasBody: true)
    defer { done() }
    try await LongMessage.write(rest, write)
    end()
  }
}
