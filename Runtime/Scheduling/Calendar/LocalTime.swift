import Wire

/// An instant on the clock of a zone, for its text.
struct LocalTime {
  /// The first and last second whose year has four digits in every zone.
  static let first = CivilDate(1, 1, 3).days * 86_400
  static let last = CivilDate(9999, 12, 29).days * 86_400 + 86_399

  private let local: Int
  private let offset: Int

  /// Both are in seconds: the instant since 1970, the offset east of Greenwich.
  init(_ instant: Int, offset: Int) {
    local = instant + offset
    self.offset = offset
  }

  /// ISO 8601 with the offset: `2026-03-29T03:00:00+02:00`. The offset of a local mean time has seconds too.
  var text: String {
    let (days, time) = floorDivide(local, 86_400)
    let date = CivilDate(days: days)
    var text: [UInt8] = []
    text.reserveCapacity(28)
    text.append(pair: date.year / 100)
    text.append(pair: date.year % 100)
    text.append(pair: date.month, after: "-")
    text.append(pair: date.day, after: "-")
    text.append(pair: time / 3600, after: "T")
    text.append(pair: time / 60 % 60, after: ":")
    text.append(pair: time % 60, after: ":")
    let distance = abs(offset)
    text.append(pair: distance / 3600, after: offset < 0 ? "-" : "+")
    text.append(pair: distance / 60 % 60, after: ":")
    if distance % 60 != 0 { text.append(pair: distance % 60, after: ":") }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends two digits, and a separator before them.
  fileprivate mutating func append(pair number: Int, after separator: Unicode.Scalar? = nil) {
    if let separator { append(UInt8(ascii: separator)) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
