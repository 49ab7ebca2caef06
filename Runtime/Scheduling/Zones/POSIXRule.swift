import Wire

/// A zone's rule for the years after its table: the `TZ` string at the end of a time zone file (POSIX.1-2024, 8.3;
/// RFC 9636, 3.3).
struct POSIXRule: Hashable {
  /// Seconds east of Greenwich outside of summer time.
  var offset: Int
  var summer: Summer

  enum Summer: Hashable {
    case none
    case yearly(offset: Int, start: Day, end: Day)
  }

  /// A day of every year and a time on it.
  struct Day: Hashable {
    enum Date: Hashable {
      /// `Jn`: 1 to 365; 29 February is never counted.
      case notCountingLeapDay(Int)
      /// `n`: 0 to 365.
      case countingLeapDay(Int)
      /// `Mm.w.d`: the weekday d (0 is Sunday) of the week w (5 is the last one) of the month m.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var date: Date
    /// Seconds since the beginning of the day. A negative number, or more than a day, is on another day.
    var time: Int

    /// The local second, since 1970-01-01T00:00:00.
    func local(inYear year: Int) -> Int { days(inYear: year) * 86_400 + time }

    private func days(inYear year: Int) -> Int {
      switch date {
      case .notCountingLeapDay(let day):
        CivilDate(year, 1, 1).days + day - 1 + (day > 59 && CivilDate.isLeap(year) ? 1 : 0)
      case .countingLeapDay(let day):
        CivilDate(year, 1, 1).days + day
      case .weekday(let month, let week, let weekday):
        Self.days(of: weekday, week: week, CivilDate(year, month, 1))
      }
    }

    private static func days(of weekday: Int, week: Int, _ month: CivilDate) -> Int {
      let first = month.days
      let day = floorDivide(weekday - CivilDate.weekday(days: first), 7).remainder + (week - 1) * 7
      return first + (day < CivilDate.length(year: month.year, month: month.month) ? day : day - 7)
    }
  }

  /// The changes of these years, in order of time. Of two changes at one instant, the later one counts.
  func changes(inYears years: ClosedRange<Int>) -> [OffsetChange] {
    guard case .yearly(let summerOffset, let start, let end) = summer else { return [] }
    var changes: [OffsetChange] = []
    changes.reserveCapacity(years.count * 2)
    for year in years {
      let start = OffsetChange(instant: start.local(inYear: year) - offset, offset: summerOffset)
      let end = OffsetChange(instant: end.local(inYear: year) - summerOffset, offset: offset)
      changes += start.instant <= end.instant ? [start, end] : [end, start]
    }
    // A year's last change may be at the next year's first or after it: that is how a rule expresses permanent summer
    // time.
    for index in changes.indices.dropFirst() where changes[index].instant < changes[index - 1].instant {
      changes[index].instant = changes[index - 1].instant
    }
    return changes
  }
}
