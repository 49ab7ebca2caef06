/// The random pauses between the tries of a transaction, so that two that conflicted do not conflict again. The bound
/// of a pause is 5 ms at first, doubles with each pause, and is 200 ms at most.
package struct RetryPause {
  private var longest = Duration.milliseconds(5)

  /// Runs the body of a transaction, and again after a failure that allows it.
  ///
  /// - Parameters:
  ///   - retries: How many times the body may run again; less than 0 counts as 0.
  ///   - body: The transaction. It is undone when it throws.
  package static func retrying<T>(_ retries: Int, _ body: () async throws -> T) async throws -> T {
    var pause = RetryPause()
    for _ in 0..<max(0, retries) {
      do {
        return try await body()
      } catch let error as DatabaseError where error.code.isRetryable {
        try await pause.wait()
      }
    }
    return try await body()
  }

  /// - Throws: `CancellationError`.
  private mutating func wait() async throws {
    try await Task.sleep(for: longest * Double.random(in: 0...1))
    longest = min(longest * 2, .milliseconds(200))
  }
}
