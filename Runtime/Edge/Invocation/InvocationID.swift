public import FoundationEssentials
import Synchronization

/// The id of a run: a UUID of version 7 (RFC 9562, section 5.7). Ids sort by the millisecond of their creation.
public struct InvocationID: Hashable, Sendable, CustomStringConvertible {
  /// The id as a UUID.
  public let uuid: UUID

  /// A new id, which contains an instant.
  public init(at date: Date) {
    let exact = date.timeIntervalSince1970 * 1000
    let milliseconds = exact > 0 && exact < 0x1p48 ? UInt64(exact) : 0
    let high = Self.random()
    let low = Self.random()
    func byte(_ value: UInt64, _ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    uuid = UUID(
      uuid: (
        byte(milliseconds, 40), byte(milliseconds, 32), byte(milliseconds, 24), byte(milliseconds, 16),
        byte(milliseconds, 8), byte(milliseconds, 0),
        0x70 | byte(high, 0) & 0x0F, byte(high, 8), 0x80 | byte(high, 16) & 0x3F, byte(high, 24),
        byte(low, 0), byte(low, 8), byte(low, 16), byte(low, 24), byte(low, 32), byte(low, 40)
      ))
  }

  /// The id of a run that another process began.
  package init(_ uuid: UUID) { self.uuid = uuid }

  /// The id in lower case.
  public var description: String { uuid.lowercased }

  /// A number that is distinct, but can be predicted from earlier ones (SplitMix64, seeded by the system). A system
  /// call for each id would cost more than the id.
  private static func random() -> UInt64 {
    var mixed = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static let state = Atomic<UInt64>(UInt64.random(in: .min ... .max))
}

extension InvocationID {
  /// The id's random half as a span id: 16 hexadecimal digits.
  public var spanID: String { String(digits.suffix(16)) }

  /// The id as a trace id: 32 hexadecimal digits. A run without a trace of its caller begins a trace with this id.
  public var traceID: String { digits }

  private var digits: String {
    String(decoding: uuid.lowercased.utf8.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
  }
}
