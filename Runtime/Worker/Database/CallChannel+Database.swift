import Channel

extension CallChannel {
  /// Asks for a use of the database, the queue or the accounts outside of transactions, once there is a place for it.
  func askDatabase<Value: Message>(_ operation: Operation, for type: Value.Type = Value.self) async throws -> Value {
    let lease = try await OperationGate.database.pass()
    defer { withExtendedLifetime(lease) {} }
    return try await ask(operation, for: type)
  }
}
