public import FoundationEssentials

/// Instants as text: ISO 8601, in UTC, with milliseconds when written. JSON and both databases spell them so.
///
/// Foundation's formatters are not used: an instant is read or written for every row that holds one.
public enum WireDate {
  /// The first and last millisecond, since 1970, of the years 1 to 9999: outside them text no longer sorts as time
  /// does, and Postgres has no year 0.
  private static let range: ClosedRange<Double> = -62_135_596_800_000...253_402_300_799_999

  /// The text of an instant: `2026-03-01T12:00:00.250Z`.
  ///
  /// It is rounded to the millisecond. A date before the year 1 or after 9999 is written as the first or last moment of
  /// that range.
  public static func string(from date: Date) -> String {
    unsafe String(unsafeUninitializedCapacity: length) { text in
      unsafe write(date, to: UnsafeMutableRawBufferPointer(text))
      return length
    }
  }

  /// The bytes of a text.
  package static let length = 24

  /// Writes the text to the beginning of a buffer that has room for it.
  package static func write(_ instant: Date, to text: UnsafeMutableRawBufferPointer) {
    precondition(text.count >= length)
    let exact = (instant.timeIntervalSince1970 * 1000).rounded()
    let clamped = exact.isNaN ? range.lowerBound : min(max(exact, range.lowerBound), range.upperBound)
    let (days, inDay) = floorDivide(Int(clamped), 86_400_000)
    let date = CivilDate(days: days)
    var position = 0
    func append(_ number: Int, width: Int, then separator: UInt8) {
      var rest = number
      for place in (position..<position + width).reversed() {
        unsafe text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      unsafe text[position + width] = separator
      position += width + 1
    }
    append(date.year, width: 4, then: UInt8(ascii: "-"))
    append(date.month, width: 2, then: UInt8(ascii: "-"))
    append(date.day, width: 2, then: UInt8(ascii: "T"))
    append(inDay / 3_600_000, width: 2, then: UInt8(ascii: ":"))
    append(inDay / 60_000 % 60, width: 2, then: UInt8(ascii: ":"))
    append(inDay / 1000 % 60, width: 2, then: UInt8(ascii: "."))
    append(inDay % 1000, width: 3, then: UInt8(ascii: "Z"))
  }

  /// Reads an instant with or without a fraction, with or without an offset (without one it is UTC).
  ///
  /// - Returns: nil if the text is no ISO 8601 instant, or one outside of the years 1 to 9999 in UTC.
  public static func date(from text: String) -> Date? {
    var reader = DigitReader(text)
    guard let year = reader.number(width: 4), reader.skip("-"),
      let month = reader.number(width: 2), reader.skip("-"), (1...12).contains(month),
      let day = reader.number(width: 2), day >= 1,
      reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.number(width: 2), reader.skip(":"), hour < 24,
      let minute = reader.number(width: 2), reader.skip(":"), minute < 60,
      let second = reader.number(width: 2), second < 60,
      let fraction = reader.skip(".") ? reader.fraction() : 0,
      let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    // 31 April would silently become 1 May.
    guard day <= CivilDate.length(year: year, month: month) else { return nil }
    let seconds = CivilDate(year, month, day).days * 86_400 + hour * 3600 + minute * 60 + second - offset
    guard range.contains(Double(seconds) * 1000) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }
}

/// Reads digits and separators off the front of an instant's text.
private struct DigitReader {
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
      // Further digits are skipped: a date cannot hold them, and the double would overflow.
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
    guard !isAtEnd, ASCII.isDigit(bytes[position]) else { return nil }
    defer { position += 1 }
    return Int(bytes[position] - UInt8(ascii: "0"))
  }
}
