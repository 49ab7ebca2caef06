/// The random pauses between the tries of a transaction, so that two that conflicted do not conflict again. The bound
/// of a pause is 5 ms at first, doubles with each pause, and is 200 ms at most.
package struct RetryPause {
  private var longest = Duration.milliseconds(5)

  package init() {}

  /// - Throws: `CancellationError`.
  package mutating func wait() async throws {
    try await Task.sleep(for: longest * Double.random(in: 0...1))
    longest = min(longest * 2, .milliseconds(200))
  }
}
