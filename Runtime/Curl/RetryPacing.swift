import Glibc

/// The clock, the sleep and the random numbers of retries; tests give their own.
package struct RetryPacing: Sendable {
  /// Seconds since 1970.
  let now: @Sendable () -> Int
  let sleep: @Sendable (Duration) async throws -> Void
  /// A random number from 0 to 1.
  let random: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Int, sleep: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  static let system = RetryPacing(
    now: { time(nil) }, sleep: { try await Task.sleep(for: $0) },
    random: { .random(in: 0...1) })
}
