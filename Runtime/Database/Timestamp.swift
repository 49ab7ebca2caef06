package import Foundation

/// Points in time as ISO 8601 text, without a formatter: these run for every row that holds a date.
package enum Timestamp {
  /// The first and last millisecond, since 1970, of the years 0 to 9999: outside them text no longer sorts as time does.
  private static let range: ClosedRange<Double> = -62_167_219_200_000...253_402_300_799_999

  package static func text(of date: Date) -> String {
    unsafe String(unsafeUninitializedCapacity: length) { text in
      unsafe write(date, to: UnsafeMutableRawBufferPointer(text))
      return length
    }
  }

  /// How long a text is.
  package static let length = 24

  /// Writes the text to the beginning of a buffer that has room for it.
  package static func write(_ date: Date, to text: UnsafeMutableRawBufferPointer) {
    precondition(text.count >= length)
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    let clamped = exact.isNaN ? range.lowerBound : min(max(exact, range.lowerBound), range.upperBound)
    let (days, inDay) = floorDivide(Int(clamped), 86_400_000)
    let (year, month, day) = civil(fromDays: days)
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
    append(year, width: 4, then: UInt8(ascii: "-"))
    append(month, width: 2, then: UInt8(ascii: "-"))
    append(day, width: 2, then: UInt8(ascii: "T"))
    append(inDay / 3_600_000, width: 2, then: UInt8(ascii: ":"))
    append(inDay / 60_000 % 60, width: 2, then: UInt8(ascii: ":"))
    append(inDay / 1000 % 60, width: 2, then: UInt8(ascii: "."))
    append(inDay % 1000, width: 3, then: UInt8(ascii: "Z"))
  }

  package static func date(from text: String) -> Date? {
    var reader = DigitReader(text)
    guard let year = reader.number(width: 4), reader.skip("-"),
      let month = reader.number(width: 2), reader.skip("-"), (1...12).contains(month),
      let day = reader.number(width: 2), (1...31).contains(day),
      reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.number(width: 2), reader.skip(":"), hour < 24,
      let minute = reader.number(width: 2), reader.skip(":"), minute < 60,
      let second = reader.number(width: 2), second < 60,
      let fraction = reader.skip(".") ? reader.fraction() : 0,
      let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    let days = days(fromYear: year, month: month, day: day)
    // 31 April would silently become 1 May.
    guard civil(fromDays: days) == (year, month, day) else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  // Days since 1970 and back in the proleptic Gregorian calendar, with years that begin in March so that the leap day
  // is the last one (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func days(fromYear year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
