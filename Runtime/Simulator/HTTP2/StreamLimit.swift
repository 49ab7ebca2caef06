/// A connection's MAX_CONCURRENT_STREAMS (RFC 9113, sections 5.1.2 and 6.5.3): a value takes effect when the client has
/// acknowledged it.
///
/// Until then the client may open more streams, because it may not have read the value.
struct StreamLimit {
  /// The values that were sent and are not acknowledged.
  private var announced: [Int] = []
  private var limit = Int.max
  private var open = 0

  mutating func announce(_ limit: Int) { announced.append(limit) }

  /// Records that the client acknowledged the oldest SETTINGS.
  mutating func acknowledge() {
    if !announced.isEmpty { limit = announced.removeFirst() }
  }

  /// Records that the client opened a stream.
  ///
  /// - Returns: whether the limit allows it; the stream counts in any case, until ``streamClosed()``.
  mutating func streamOpened() -> Bool {
    open += 1
    return open <= limit
  }

  mutating func streamClosed() { open -= 1 }
}
