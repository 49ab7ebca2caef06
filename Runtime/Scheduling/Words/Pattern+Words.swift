extension Pattern {
  /// The pattern in plain English: `every weekday at 02:30`, `every 5 minutes from 09:00 to 17:59, every Monday`.
  var words: String {
    let days = days.words(inMonths: months)
    if let times { return "\(days ?? "every day") at \(times)" }
    return repetition + (days.map { ", \($0)" } ?? "")
  }

  /// The times of day if they are few, or if they share only the minute: `02:30 and 14:30`.
  private var times: String? {
    let count = hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount
    let isIrregular = count == hours.nonzeroBitCount && seconds == 1 && hourly == nil
    guard count <= 4 || isIrregular else { return nil }
    var times: [String] = []
    for hour in hours.values {
      for minute in minutes.values {
        for second in seconds.values {
          let time = "\(ScheduleWords.pair(hour)):\(ScheduleWords.pair(minute))"
          times.append(seconds == 1 ? time : "\(time):\(ScheduleWords.pair(second))")
        }
      }
    }
    return ScheduleWords.list(times, "and")
  }

  private var repetition: String {
    if seconds == 1 {
      if minutes.nonzeroBitCount == 1, let hourly { return hourly }
      if minutes == Self.everySixtieth { return "every minute" + inHours }
      let even = minutes.stride(of: Self.everySixtieth).map { minutes.isEven($0, of: Self.everySixtieth) } ?? false
      return Self.phrase(minutes, "minute") + (even || restrictsHours ? "" : " of every hour") + inHours
    }
    let second = Self.phrase(seconds, "second")
    if minutes == Self.everySixtieth {
      return (second.hasPrefix("at") ? "every minute \(second)" : second) + inHours
    }
    return second + Self.clause(minutes, "minute", of: Self.everySixtieth)
      + (restrictsHours ? inHours : " of every hour")
  }

  /// The hours, if there is one time in each: `every 2 hours from 09:05 to 17:05`.
  private var hourly: String? {
    let minute = minutes.edge(.forward)
    let run = hours.runs(of: Self.everyHour)
    let step = hours.stride(of: Self.everyHour) ?? 1
    if hours == Self.everyHour { return minute == 0 ? "every hour" : "every hour at minute \(minute)" }
    guard step > 1 || run.count == 1, let first = step > 1 ? hours.values.first : run[0].first,
      let last = step > 1 ? hours.values.last : run[0].last
    else { return nil }
    if hours.isEven(step, of: Self.everyHour), minute == 0 { return ScheduleWords.every(step, "hour") }
    let time = ScheduleWords.pair(minute)
    return
      "\(ScheduleWords.every(step, "hour")) from \(ScheduleWords.pair(first)):\(time) to \(ScheduleWords.pair(last)):\(time)"
  }

  /// The hours, if there are several times in each: ` from 09:00 to 17:59`.
  private var inHours: String {
    guard restrictsHours else { return "" }
    let runs = hours.runs(of: Self.everyHour)
    guard runs.count == 1, let first = runs[0].first, let last = runs[0].last else {
      return "," + Self.clause(hours, "hour", of: Self.everyHour)
    }
    return " from \(ScheduleWords.pair(first)):00 to \(ScheduleWords.pair(last)):59"
  }

  /// Seconds or minutes: `every 5 minutes`, `every 7 minutes from minute 0 to 56`, `at minutes 5 and 35`.
  private static func phrase(_ set: UInt64, _ unit: String) -> String {
    if set == everySixtieth { return "every \(unit)" }
    guard let step = set.stride(of: everySixtieth) else {
      return "at \(unit)\(set.nonzeroBitCount > 1 ? "s" : "") \(ScheduleWords.runs(set, of: everySixtieth))"
    }
    let range = " from \(unit) \(set.edge(.forward)) to \(set.edge(.backward))"
    return ScheduleWords.every(step, unit) + (set.isEven(step, of: everySixtieth) ? "" : range)
  }

  /// The minutes or hours in which a finer unit repeats: ` in every 5th minute`, ` in the hours 1, 3 and 9 to 12`.
  private static func clause(_ set: UInt64, _ unit: String, of all: UInt64) -> String {
    if set.nonzeroBitCount == 1 { return " in \(unit) \(set.edge(.forward))" }
    guard let step = set.stride(of: all) else { return " in the \(unit)s \(ScheduleWords.runs(set, of: all))" }
    let range = " from \(set.edge(.forward)) to \(set.edge(.backward))"
    return " in every \(ScheduleWords.nth(step)) \(unit)" + (set.isEven(step, of: all) ? "" : range)
  }
}
