extension DayRule {
  /// Reads the two day fields.
  init(_ fields: ExpressionFields) throws(ScheduleError) {
    var monthField = FieldParser(.dayOfMonth, fields[.dayOfMonth])
    try monthField.parse { (item: Substring) throws(ScheduleError) in try insert(monthDay: item) }
    monthDays = monthField.values
    anyMonthDay = monthField.isUnrestricted

    var weekField = FieldParser(.dayOfWeek, fields[.dayOfWeek])
    try weekField.parse { (item: Substring) throws(ScheduleError) in try insert(weekday: item) }
    weekdays = weekField.values
    anyWeekday = weekField.isUnrestricted
  }

  /// `L`, `LW`, `L-3`, `15W`.
  private mutating func insert(monthDay item: Substring) throws(ScheduleError) -> Bool {
    func refuse(_ expected: String) -> ScheduleError {
      ScheduleError(Field.dayOfMonth.name, item, "expected \(expected)")
    }
    if item == "L" {
      beforeLast.insert(0)
    } else if item == "LW" {
      lastWorkday = true
    } else if item.hasPrefix("L-") {
      guard let days = Digits.number(item.dropFirst(2)), (1...30).contains(days) else {
        throw refuse("L-1 to L-30, days before the last one")
      }
      beforeLast.insert(days)
    } else if item.hasSuffix("W") {
      guard let day = Digits.number(item.dropLast()), (1...31).contains(day) else {
        throw refuse("1W to 31W, the Monday to Friday nearest to the day, or LW")
      }
      nearestWorkdays.insert(day)
    } else {
      return false
    }
    return true
  }

  /// `5L`, `FRIL`, `MON#2`.
  private mutating func insert(weekday item: Substring) throws(ScheduleError) -> Bool {
    func refuse(_ expected: String) -> ScheduleError {
      ScheduleError(Field.dayOfWeek.name, item, "expected \(expected)")
    }
    if item == "L" {
      // Quartz reads it as Saturday, and others refuse it. Its author probably means something else.
      throw refuse("a weekday with it: 5L or FRIL is the last Friday of the month, SAT is every Saturday")
    } else if item.hasSuffix("L") {
      guard let weekday = Field.dayOfWeek.value(item.dropLast()) else {
        throw refuse("0L to 7L or SUNL to SATL, the last one of the month")
      }
      lastWeekdays.insert(weekday % 7)
    } else if let mark = item.firstIndex(of: "#") {
      guard let weekday = Field.dayOfWeek.value(item[..<mark]),
        let week = Digits.number(item[item.index(after: mark)...]), (1...5).contains(week)
      else { throw refuse("a weekday, # and 1 to 5: MON#2 is the second Monday of the month") }
      numberedWeekdays.insert((week - 1) * 7 + weekday % 7)
    } else {
      return false
    }
    return true
  }
}
