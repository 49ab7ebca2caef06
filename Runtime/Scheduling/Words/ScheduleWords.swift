/// The English words of a schedule's description.
enum ScheduleWords {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  static let ordinals = ["first", "second", "third", "fourth", "fifth"]

  /// `every 90 seconds`, `every 2 hours`: in the largest unit that leaves a whole number.
  static func interval(_ seconds: Int) -> String {
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute")]
    let (size, name) = units.first { seconds % $0.0 == 0 } ?? (1, "second")
    return every(seconds / size, name)
  }

  static func every(_ count: Int, _ unit: String) -> String {
    count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String], _ last: String) -> String {
    guard let final = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(last) " + final
  }

  static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `2nd`, `3rd`, `15th`.
  static func nth(_ number: Int) -> String {
    let endings = [1: "st", 2: "nd", 3: "rd"]
    return "\(number)" + ((11...13).contains(number % 100) ? "th" : endings[number % 10] ?? "th")
  }

  /// The months of a set: `January and March to May`.
  static func months(_ set: UInt64, _ last: String = "and") -> String {
    runs(set, of: Pattern.everyMonth, last) { months[$0 - 1] }
  }

  /// Values in words, with runs of three and more as ranges: `1 to 5, 8 and 10`.
  static func runs(
    _ set: UInt64, of all: UInt64, _ last: String = "and", name: (Int) -> String = { "\($0)" }
  ) -> String {
    let items = set.runs(of: all).flatMap { run in
      run.count > 2 ? ["\(name(run[0])) to \(name(run[run.count - 1]))"] : run.map(name)
    }
    return list(items, last)
  }
}
