import Wire

/// The matching days of a month: the two day fields, and the rule that combines them.
struct DayRule: Hashable {
  /// Days 1 to 31.
  var monthDays: UInt64 = 0
  /// `L` and `L-3`: the distances from the last day, 0 to 30.
  var beforeLast: UInt64 = 0
  /// `15W`: the days, 1 to 31, whose nearest Monday to Friday matches.
  var nearestWorkdays: UInt64 = 0
  /// `LW`: the last Monday to Friday of the month.
  var lastWorkday = false
  /// Whether the day-of-month field begins with `*` or is `?`.
  var anyMonthDay = false

  /// 0 (Sunday) to 6.
  var weekdays: UInt64 = 0
  /// `5L`: the weekdays whose last day of the month matches.
  var lastWeekdays: UInt64 = 0
  /// `MON#2`: seven bits for the first weekdays of the month, seven for the second ones, and so on up to the fifth.
  var numberedWeekdays: UInt64 = 0
  /// Whether the day-of-week field begins with `*` or is `?`.
  var anyWeekday = false

  static let everyMonthDay = UInt64(1...31)
  static let everyWeekday = UInt64(0...6)

  var isEveryMonthDay: Bool { monthDays == Self.everyMonthDay }
  var isEveryWeekday: Bool { weekdays == Self.everyWeekday }

  /// The matching days of a month, as bits 1 to 31.
  func days(year: Int, month: Int) -> UInt64 {
    let length = CivilDate.length(year: year, month: month)
    let all = UInt64(1...length)
    if isEveryMonthDay && isEveryWeekday { return all }
    let first = CivilDate.weekday(days: CivilDate(year, month, 1).days)
    let byMonth = matchingMonthDays(all, length: length, first: first)
    let byWeek = matchingWeekdays(all, length: length, first: first)
    return anyMonthDay || anyWeekday ? byMonth & byWeek : byMonth | byWeek
  }

  /// Whether any day of these months matches in any year.
  ///
  /// 28 consecutive years within one century have every kind of year: leap or not, beginning on each weekday.
  func matches(inMonths months: UInt64) -> Bool {
    for year in 2001...2028 {
      for month in months.values where days(year: year, month: month) != 0 { return true }
    }
    return false
  }

  private func matchingMonthDays(_ all: UInt64, length: Int, first: Int) -> UInt64 {
    var days = monthDays & all
    for before in beforeLast.values where before < length { days.insert(length - before) }
    for day in nearestWorkdays.values where day <= length {
      days.insert(Self.workday(near: day, length: length, first: first))
    }
    if lastWorkday { days.insert(Self.workday(near: length, length: length, first: first)) }
    return days
  }

  private func matchingWeekdays(_ all: UInt64, length: Int, first: Int) -> UInt64 {
    var days = Self.days(on: weekdays, first: first)
    if lastWeekdays != 0 { days |= Self.days(on: lastWeekdays, first: first) & UInt64(length - 6...length) }
    if numberedWeekdays != 0 {
      for week in 0..<5 {
        let weekdays = numberedWeekdays >> (week * 7) & Self.everyWeekday
        days |= Self.days(on: weekdays, first: first) & UInt64(week * 7 + 1...week * 7 + 7)
      }
    }
    return days & all
  }

  /// The Monday to Friday nearest to a day, in the same month (Quartz).
  private static func workday(near day: Int, length: Int, first: Int) -> Int {
    switch (first + day - 1) % 7 {
    case 6: day > 1 ? day - 1 : day + 2
    case 0: day < length ? day + 1 : day - 2
    default: day
    }
  }

  /// All days on these weekdays in a month that begins on the weekday `first`, as if it had 35 days.
  private static func days(on weekdays: UInt64, first: Int) -> UInt64 {
    let week = (weekdays | weekdays << 7) >> first & everyWeekday
    return (week | week << 7 | week << 14 | week << 21 | week << 28) << 1
  }
}
