import Edge
import FoundationEssentials

/// The id of a span: 8 bytes, not all zero.
struct SpanID: Sendable, Hashable {
  private let number: UInt64

  /// Reads 16 hexadecimal digits; nil for another text.
  init?(hex: String) {
    guard hex.utf8.count == 16, let number = UInt64(hexadecimal: hex[...]), number != 0 else { return nil }
    self.number = number
  }

  /// The span of a run, which calls to other servers name as their parent.
  init(of invocation: UUID) { self.init(UInt64(hexadecimal: InvocationID(invocation).spanID[...]) ?? 0) }

  private init(_ number: UInt64) { self.number = number == 0 ? 1 : number }

  /// The id of a part of this span, the same one each time (SplitMix64).
  func part(_ index: Int) -> SpanID {
    var mixed = number &+ UInt64(truncatingIfNeeded: index + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return SpanID(mixed ^ (mixed >> 31))
  }

  var bytes: [UInt8] { number.bigEndianBytes }
}
