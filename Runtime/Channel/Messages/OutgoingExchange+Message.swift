extension OutgoingExchange {
  /// Waits for the answer, and reads it as a message of ``IncomingExchange/answer(message:hasBody:)``.
  ///
  /// - Throws: as ``answer()``; ``MessageFault`` for an answer that cannot be read; the errors of the answer's stream.
  package nonisolated(nonsending) func answer<Value: Message>(as type: Value.Type) async throws -> Value {
    try await LongMessage.read(type, try await answer()) { body }
  }
}
