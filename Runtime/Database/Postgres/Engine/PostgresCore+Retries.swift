extension PostgresCore {
  /// Runs a body again, up to so many times, when it met another transaction and was undone for it.
  func transaction<T: Sendable>(
    _ isolation: TransactionIsolation, retries: Int, for caller: Caller?, _ body: (Transaction) async throws -> T
  ) async throws -> T {
    var pause = Duration.milliseconds(5)
    for _ in 0..<max(0, retries) {
      do {
        return try await transaction(isolation, for: caller, body)
      } catch let error as DatabaseError where SQLState.isRetryable(error.code) {
        // At random, so that the two do not meet again.
        try await Task.sleep(for: pause * Double.random(in: 0...1))
        pause = min(pause * 2, .milliseconds(200))
      }
    }
    return try await transaction(isolation, for: caller, body)
  }
}
