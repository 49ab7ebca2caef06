import FoundationEssentials

/// The id of a trace: 16 bytes, not all zero.
struct TraceID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Reads 32 hexadecimal digits; nil for another text.
  init?(hex: String) {
    guard hex.utf8.count == 32, let high = UInt64(hexadecimal: hex.prefix(16)),
      let low = UInt64(hexadecimal: hex.suffix(16)), high != 0 || low != 0
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The trace that begins with a run: the digits of its id.
  init(_ invocation: UUID) {
    let bytes = invocation.uuid
    high = UInt64(bytes: bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7)
    low = UInt64(bytes: bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15)
  }

  var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }

  /// The random part: the last 56 bits (W3C Trace Context, level 2, "random-trace-id"). Those of a UUID of version 7
  /// are random too.
  var randomness: UInt64 { low & (1 << 56 - 1) }
}
