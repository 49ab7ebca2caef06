/// Reads digits and separators off the front of a timestamp.
struct DigitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ separator: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: separator) else { return false }
    position += 1
    return true
  }

  /// A number of exactly `width` digits.
  mutating func number(width: Int) -> Int? {
    var number = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// One digit or more, as a fraction of one.
  mutating func fraction() -> Double? {
    guard var numerator = digit().map(Double.init) else { return nil }
    var denominator = 10.0
    while let digit = digit() {
      // Far beyond what a date can hold, and long before a double overflows.
      guard denominator < 1e15 else { continue }
      numerator = numerator * 10 + Double(digit)
      denominator *= 10
    }
    return numerator / denominator
  }

  /// `Z`, `+hh:mm`, `+hhmm`, `+hh` or nothing, in seconds east of Greenwich.
  mutating func offset() -> Int? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let sign = skip("-") ? -1 : 1
    guard sign == -1 || skip("+"), let hours = number(width: 2), hours < 24 else { return nil }
    if isAtEnd { return sign * hours * 3600 }
    _ = skip(":")
    guard let minutes = number(width: 2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private mutating func digit() -> Int? {
    guard !isAtEnd, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
    defer { position += 1 }
    return Int(bytes[position] - UInt8(ascii: "0"))
  }
}
