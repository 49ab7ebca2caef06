/// The answer of a limit to one call. Durations are nanoseconds.
package struct LimitVerdict: Sendable, Hashable {
  /// Whether the call is within the limit.
  package let isAdmitted: Bool
  /// The number of calls that may follow at once.
  package let remaining: Int
  /// The time until a refused call is admitted; 0 for an admitted one.
  package let wait: Int64
  /// The time until the key is full again.
  package let untilFull: Int64

  /// The value of `Retry-After` (RFC 9110, section 10.2.3): ``wait`` in whole seconds, rounded up, at least 1.
  package var retryAfter: Int { Int(max(1, (wait + 999_999_999) / 1_000_000_000)) }

  /// The answer for a key for which there is no room in memory.
  static let tableIsFull = LimitVerdict(isAdmitted: false, remaining: 0, wait: 0, untilFull: 0)
}
