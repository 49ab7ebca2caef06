import Wire

/// The statuses that a filter selects: one (`503`), a class (`5xx`) or a span (`400-499`).
package struct StatusClass: Sendable, Hashable {
  /// The statuses, the first and the last included.
  package let range: ClosedRange<Int>

  /// Reads a text; nil for anything else, and for statuses outside of 100 to 599.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.count == 3, bytes[1...].allSatisfy({ $0 | 0x20 == UInt8(ascii: "x") }),
      (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0])
    {
      let first = Int(bytes[0] - UInt8(ascii: "0")) * 100
      range = first...(first + 99)
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.status)
    switch parts.count {
    case 1:
      guard let only = parts[0] else { return nil }
      range = only...only
    case 2:
      guard let first = parts[0], let last = parts[1], first <= last else { return nil }
      range = first...last
    default: return nil
    }
  }

  package func contains(_ status: Int) -> Bool { range.contains(status) }

  private static func status(_ digits: Substring) -> Int? {
    guard digits.utf8.count == 3, digits.utf8.allSatisfy({ ASCII.isDigit($0) }), let status = Int(digits),
      (100...599).contains(status)
    else { return nil }
    return status
  }
}
