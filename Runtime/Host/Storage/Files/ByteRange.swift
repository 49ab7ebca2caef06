import Wire

/// One range of a `Range` field in bytes (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// From an offset to the end.
  case from(Int)
  /// From an offset to another, inclusive.
  case between(Int, Int)
  case last(Int)

  /// Parses a field with one range; nil for several ranges, another unit, or a malformed range.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let ends = parts[1].trimmed.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (let first?, let last?) where first <= last: self = .between(first, last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first)
    case (nil, let count?) where ends[0].isEmpty: self = .last(count)
    default: return nil
    }
  }

  /// The range within a content of a length; nil if the content has none of its bytes.
  func resolved(in size: Int) -> Range<Int>? {
    let range =
      switch self {
      case .from(let first): min(first, size)..<size
      case .between(let first, let last): min(first, size)..<(min(last, size - 1) + 1)
      case .last(let count): max(0, size - count)..<size
      }
    return range.isEmpty ? nil : range
  }

  /// Parses a number without a sign. One that is too large for an `Int` counts as the largest `Int`.
  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return Int(digits) ?? .max
  }
}
