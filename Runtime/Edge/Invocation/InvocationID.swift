public import Foundation
import Synchronization

/// A UUID of version 7 (RFC 9562, section 5.7): ids sort by the millisecond in which they were made.
public struct InvocationID: Hashable, Sendable, CustomStringConvertible {
  /// The id.
  public let uuid: UUID

  /// A new id.
  ///
  /// - Parameter date: the instant that the id carries.
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

  /// The id in lower case.
  public var description: String { uuid.lowercased }

  /// Distinct, not secret: a system call for each id would cost more than the id (SplitMix64, started by the system's generator).
  private static func random() -> UInt64 {
    var mixed = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static let state = Atomic<UInt64>(UInt64.random(in: .min ... .max))
}

/// A W3C trace context (`traceparent`, level 1): which trace a request belongs to.
public struct TraceContext: Hashable, Sendable {
  /// 32 lower-case hexadecimal digits, not all zero.
  public let traceID: String
  /// 16 lower-case hexadecimal digits: the caller's span.
  public let parentID: String
  /// The flags, two digits: bit 0 says that the caller records the trace.
  public let flags: String

  /// Reads a header field.
  ///
  /// - Returns: nil if it is not of version `00`'s form; it is then ignored, as the standard asks.
  public init?(traceparent: String) {
    let parts = traceparent.split(separator: "-", omittingEmptySubsequences: false)
    let isHex = { (text: Substring, count: Int) in
      text.utf8.count == count && text.utf8.allSatisfy { ASCII.isHexDigit($0) && !ASCII.isUppercase($0) }
    }
    guard parts.count >= 4, isHex(parts[0], 2), parts[0] != "ff", parts[0] != "00" || parts.count == 4,
      isHex(parts[1], 32), isHex(parts[2], 16), isHex(parts[3], 2),
      parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
    else { return nil }
    traceID = String(parts[1])
    parentID = String(parts[2])
    flags = String(parts[3])
  }

  /// The header field to send on, with `spanID` (16 hexadecimal digits) as the parent.
  public func traceparent(spanID: String) -> String { "00-\(traceID)-\(spanID)-\(flags)" }
}

extension InvocationID {
  /// The id's random half as a span id: 16 hexadecimal digits.
  public var spanID: String { String(uuid.lowercased.filter { $0 != "-" }.suffix(16)) }
}
