/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable {
  /// The year. The year before 1 is 0.
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int

  /// A day by its three numbers, which are not checked.
  @inlinable package init(_ year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  // Both conversions count years from March on, so that the leap day is the last day of a year (Howard Hinnant,
  // "chrono-Compatible Low-Level Date Algorithms").

  /// The day that is so many days after 1970-01-01.
  @inlinable package init(days: Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  @inlinable package var days: Int {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  @inlinable package static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  @inlinable package static func length(year: Int, month: Int) -> Int {
    // 31 days in January, March, May, July, and from August on in the even months.
    month == 2 ? (isLeap(year) ? 29 : 28) : 30 + (month + month / 8) % 2
  }

  /// 0 (Sunday) to 6, of a day given in days since 1970-01-01, which was a Thursday.
  @inlinable package static func weekday(days: Int) -> Int { floorDivide(days + 4, 7).remainder }
}

/// The quotient rounded down, and the remainder, which is never negative. The divisor is positive.
@inlinable @inline(__always)
package func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
