import NIOCore

extension OutgoingExchange {
  /// Waits for the answer to an operation. Cancelling the task cancels the operation, and the answer is still awaited.
  ///
  /// - Throws: the error of an operation that failed, as the service threw it; what ``answer()`` throws.
  package func answer<Value: Message>(as type: Value.Type = Value.self) async throws -> Value {
    var payload = try await answer()
    if payload.readableBytes == 0, let body { payload = try await LongPayload.collect(body) }
    return try OperationAnswer<Value>(payload: payload).get()
  }
}
