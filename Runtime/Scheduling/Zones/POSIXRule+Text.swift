import Wire

extension POSIXRule {
  /// Reads a `TZ` string such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is malformed, or leaves the dates out.
  init?(_ text: some Sequence<UInt8>) {
    var reader = RuleReader(text)
    guard reader.name(), let west = reader.time(hours: 0...24) else { return nil }
    offset = -west
    summer = .none
    if reader.isAtEnd { return }
    guard reader.name() else { return nil }
    var summerOffset = offset + 3600
    if reader.next != UInt8(ascii: ",") {
      guard let west = reader.time(hours: 0...24) else { return nil }
      summerOffset = -west
    }
    guard reader.skip(","), let start = reader.day(), reader.skip(","), let end = reader.day(), reader.isAtEnd else {
      return nil
    }
    summer = .yearly(offset: summerOffset, start: start, end: end)
  }
}

/// Reads the parts of a `TZ` string from its front.
private struct RuleReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: some Sequence<UInt8>) { rest = ArraySlice(text) }

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// An abbreviation: three letters or more, or three or more letters, digits and signs in angle brackets.
  mutating func name() -> Bool {
    let quoted = skip("<")
    var length = 0
    while let byte = rest.first, ASCII.isLetter(byte) || quoted && (ASCII.isDigit(byte) || byte == 0x2b || byte == 0x2d)
    {
      rest.removeFirst()
      length += 1
    }
    return length >= 3 && (!quoted || skip(">"))
  }

  /// `[+-]hh[:mm[:ss]]`, in seconds.
  mutating func time(hours: ClosedRange<Int>) -> Int? {
    let sign = skip("-") ? -1 : 1
    if sign == 1 { _ = skip("+") }
    guard let hour = number(hours) else { return nil }
    var seconds = hour * 3600
    for unit in [60, 1] {
      guard skip(":") else { break }
      guard let number = number(0...59) else { return nil }
      seconds += number * unit
    }
    return sign * seconds
  }

  /// `Jn`, `n` or `Mm.w.d`, with `/time` unless it is 02:00.
  mutating func day() -> POSIXRule.Day? {
    let date: POSIXRule.Day.Date
    if skip("M") {
      guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let weekday = number(0...6)
      else { return nil }
      date = .weekday(month: month, week: week, weekday: weekday)
    } else if skip("J") {
      guard let day = number(1...365) else { return nil }
      date = .notCountingLeapDay(day)
    } else {
      guard let day = number(0...365) else { return nil }
      date = .countingLeapDay(day)
    }
    guard skip("/") else { return POSIXRule.Day(date: date, time: 7200) }
    return time(hours: 0...167).map { POSIXRule.Day(date: date, time: $0) }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    var number = 0
    var length = 0
    while let digit = rest.first, ASCII.isDigit(digit), length < 4 {
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
      rest.removeFirst()
      length += 1
    }
    return length > 0 && range.contains(number) ? number : nil
  }
}
