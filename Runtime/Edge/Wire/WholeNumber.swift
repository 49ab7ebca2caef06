/// Whole numbers among JSON's numbers, told by their digits: a double would round `1.9999999999999999999999` to 2.
enum WholeNumber {
  /// The most digits of an integer that a decoder is asked for: 2^128 has 39.
  private static let longest = 39

  /// A number without fraction and exponent, as an integer is written; nil if it is not whole, or longer than any integer.
  ///
  /// - Parameter text: A number as JSON writes it (RFC 8259, section 6).
  static func digits(of text: String) -> String? {
    let isNegative = text.hasPrefix("-")
    let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    guard let mantissa = parts.first else { return nil }
    let halves = mantissa.split(separator: UInt8(ascii: "."), maxSplits: 1)
    var digits = Array(halves.joined())
    var fraction = halves.count > 1 ? halves[1].count : 0
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      fraction -= 1
    }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard !significant.isEmpty else { return "0" }
    // An exponent that no integer holds leads beyond any number, or to a fraction.
    guard let exponent = parts.count > 1 ? Int(Substring(parts[1])) : 0 else { return nil }
    let (zeros, overflows) = exponent.subtractingReportingOverflow(fraction)
    guard !overflows, zeros >= 0, zeros <= longest, significant.count + zeros <= longest else { return nil }
    return (isNegative ? "-" : "") + String(decoding: significant, as: UTF8.self) + String(repeating: "0", count: zeros)
  }
}
