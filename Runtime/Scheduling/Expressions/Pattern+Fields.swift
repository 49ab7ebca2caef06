extension Pattern {
  /// Reads the fields, and refuses those that can never fire.
  init(_ fields: ExpressionFields) throws(ScheduleError) {
    var isInterval = false
    func values(_ field: Field) throws(ScheduleError) -> UInt64 {
      var parser = FieldParser(field, fields[field])
      try parser.parse()
      if field != .month && parser.isInterval { isInterval = true }
      return parser.values
    }
    seconds = try values(.second)
    minutes = try values(.minute)
    hours = try values(.hour)
    days = try DayRule(fields)
    months = try values(.month)
    self.isInterval = isInterval
    guard days.matches(inMonths: months) else { throw Self.neverFires(days, months: months, fields) }
  }

  private static func neverFires(_ days: DayRule, months: UInt64, _ fields: ExpressionFields) -> ScheduleError {
    var alone = days
    alone.weekdays = DayRule.everyWeekday
    alone.anyWeekday = true
    let names = ScheduleWords.months(months, "or")
    guard alone.matches(inMonths: months) else {
      return ScheduleError(
        Field.dayOfMonth.name, fields[.dayOfMonth], "it can never fire: there is no such day in \(names)")
    }
    return ScheduleError(
      Field.dayOfWeek.name, fields[.dayOfWeek],
      "it can never fire: where one day field begins with * both must match, and no day in \(names) does")
  }
}
