import Edge
import Foundation

/// The size of a value as `jsonb` writes it, and whether `jsonb` can store it.
struct StoredSize {
  private(set) var bytes: Int
  /// Whether a string or a key contains U+0000.
  private(set) var hasZero = false
  /// Whether a number is too large or too small.
  private(set) var hasUnfitNumber = false

  /// The sizes of numbers that the constraints on Postgres accept.
  private static let numbers = 1e-308...1e308

  /// - Parameter compactBytes: the bytes of the value's compact text.
  init(of value: JSONValue, compactBytes: Int) {
    bytes = compactBytes
    add(value)
  }

  private mutating func add(_ value: JSONValue) {
    switch value {
    case .null, .bool, .integer: break
    case .number(let number):
      // 1e300 has 301 digits.
      if number != 0 { bytes += Int(abs(log10(abs(number))).rounded(.up)) }
      hasUnfitNumber = hasUnfitNumber || (number != 0 && !Self.numbers.contains(abs(number)))
    case .string(let text): hasZero = hasZero || text.utf8.contains(0)
    case .array(let elements):
      // A space after each comma.
      bytes += elements.count
      for element in elements { add(element) }
    case .object(let members):
      bytes += members.count * 2
      for (key, value) in members {
        hasZero = hasZero || key.utf8.contains(0)
        add(value)
      }
    }
  }
}
