/// A W3C trace context (`traceparent`, level 1): the trace that a request belongs to.
public struct TraceContext: Hashable, Sendable {
  /// 32 lower-case hexadecimal digits, not all zero.
  public let traceID: String
  /// 16 lower-case hexadecimal digits: the caller's span.
  public let parentID: String
  /// The flags, two lower-case hexadecimal digits. Bit 0 is set if the caller records the trace.
  public let flags: String

  /// Parses a header field.
  ///
  /// - Returns: nil for a malformed field, which the standard asks to ignore. A field of a later version may have more
  ///   parts, which are not read.
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

  /// Whether the caller records the trace: bit 0 of the flags.
  public var isSampled: Bool { (Int(flags, radix: 16) ?? 0) & 1 == 1 }

  /// The header field for the next server, with `spanID` (16 hexadecimal digits) as the parent.
  public func traceparent(spanID: String) -> String { "00-\(traceID)-\(spanID)-\(flags)" }
}
