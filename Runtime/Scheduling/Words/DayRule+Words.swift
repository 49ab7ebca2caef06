extension DayRule {
  /// The days in plain English: `every weekday`, `on day 13 of the month or every Friday`; nil for every day.
  func words(inMonths months: UInt64) -> String? {
    let everyMonth = months == Pattern.everyMonth
    let ofMonth = everyMonth ? " of the month" : " of \(ScheduleWords.months(months))"
    let inMonth = everyMonth ? "" : " in \(ScheduleWords.months(months))"
    let days = monthDayWords
    let onDays = "on \(ScheduleWords.list(days, "and"))\(ofMonth)"
    switch (isEveryMonthDay, isEveryWeekday) {
    case (true, true): return everyMonth ? nil : "every day" + inMonth
    // A field of every day has no effect if both must match, and matches every day if one is enough.
    case (true, false): return anyMonthDay || anyWeekday ? weekly(ofMonth, inMonth) : "every day" + inMonth
    case (false, true): return anyMonthDay || anyWeekday ? onDays : "every day" + inMonth
    case (false, false):
      let both = anyMonthDay || anyWeekday
      return both
        ? "\(onDays) if it is \(ScheduleWords.list(conditions, "or"))" : "\(onDays) or \(weekly(ofMonth, inMonth))"
    }
  }

  private var monthDayWords: [String] {
    var words: [String] = []
    if let step = monthDays.stride(of: Self.everyMonthDay) {
      words.append(
        "every \(ScheduleWords.nth(step)) day from \(monthDays.edge(.forward)) to \(monthDays.edge(.backward))")
    } else if monthDays != 0 {
      let plural = monthDays.nonzeroBitCount > 1 ? "s" : ""
      words.append("day\(plural) \(ScheduleWords.runs(monthDays, of: Self.everyMonthDay))")
    }
    words += nearestWorkdays.values.map { "the weekday nearest to day \($0)" }
    words += beforeLast.values.reversed().map { days in
      days == 0 ? "the last day" : "\(days) day\(days > 1 ? "s" : "") before the last day"
    }
    if lastWorkday { words.append("the last weekday") }
    return words
  }

  /// `every Monday and Friday`, `on the last Friday of the month`.
  private func weekly(_ ofMonth: String, _ inMonth: String) -> String {
    var words: [String] = []
    if weekdays != 0 { words.append("every \(plain("and"))\(inMonth)") }
    let special = specialWeekdays
    if !special.isEmpty { words.append("on \(ScheduleWords.list(special, "and"))\(ofMonth)") }
    return words.joined(separator: " and ")
  }

  /// The weekdays as conditions on a day: `a Monday`, `the last Friday`.
  private var conditions: [String] { (weekdays == 0 ? [] : ["a \(plain("or"))"]) + specialWeekdays }

  private func plain(_ last: String) -> String {
    if weekdays == UInt64(1...5) { return "weekday" }
    // In a list of weekdays Sunday is the last.
    let sorted = weekdays.values.filter { $0 > 0 } + (weekdays.has(0) ? [0] : [])
    return ScheduleWords.list(sorted.map { ScheduleWords.weekdays[$0] }, last)
  }

  private var specialWeekdays: [String] {
    numberedWeekdays.values.map { "the \(ScheduleWords.ordinals[$0 / 7]) \(ScheduleWords.weekdays[$0 % 7])" }
      + lastWeekdays.values.map { "the last \(ScheduleWords.weekdays[$0])" }
  }
}
