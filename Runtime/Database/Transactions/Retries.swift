/// The retries of a transaction, after random pauses, so that two that conflicted do not conflict again. The bound of a
/// pause is 5 ms at first, doubles with each pause, and is 200 ms at most.
package enum Retries {
  /// Runs the body of a transaction, and again after a failure that allows it.
  ///
  /// - Parameters:
  ///   - retries: How many times the body may run again; less than 0 counts as 0.
  ///   - body: The transaction. It is undone when it throws.
  package static func run<T>(_ retries: Int, _ body: () async throws -> T) async throws -> T {
    var longest = Duration.milliseconds(5)
    for _ in 0..<max(0, retries) {
      do {
        return try await body()
      } catch let error as DatabaseError where error.code.isRetryable {
        try await Task.sleep(for: longest * Double.random(in: 0...1))
        longest = min(longest * 2, .milliseconds(200))
      }
    }
    return try await body()
  }
}
