/// Reads digits and separators off the front of a timestamp.
struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ separator: Character) -> Bool {
    guard let first = rest.first, first == separator.asciiValue else { return false }
    rest.removeFirst()
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
    guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    rest.removeFirst()
    return Int(first - UInt8(ascii: "0"))
  }
}
