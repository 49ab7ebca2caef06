/// The six fields of an expression, in their order.
enum Field: Int, CaseIterable {
  case second
  case minute
  case hour
  case dayOfMonth
  case month
  case dayOfWeek

  var name: String {
    switch self {
    case .second: "second"
    case .minute: "minute"
    case .hour: "hour"
    case .dayOfMonth: "day of month"
    case .month: "month"
    case .dayOfWeek: "day of week"
    }
  }

  /// The numbers that may be written; 7 is Sunday again.
  var range: ClosedRange<Int> {
    switch self {
    case .second, .minute: 0...59
    case .hour: 0...23
    case .dayOfMonth: 1...31
    case .month: 1...12
    case .dayOfWeek: 0...7
    }
  }

  var count: Int { self == .dayOfWeek ? 7 : range.count }

  var everything: UInt64 { UInt64(range.lowerBound...range.lowerBound + count - 1) }

  /// The allowed values in words.
  var expected: String {
    switch self {
    case .month: "1 to 12 or JAN to DEC"
    case .dayOfWeek: "0 to 7 or SUN to SAT"
    default: "\(range.lowerBound) to \(range.upperBound)"
    }
  }

  var isDay: Bool { self == .dayOfMonth || self == .dayOfWeek }

  /// The value of a number, or of a name in upper case.
  func value(_ text: Substring) -> Int? {
    if let number = Digits.number(text) { return range.contains(number) ? number : nil }
    switch self {
    case .month: return Self.months[text]
    case .dayOfWeek: return Self.weekdays[text]
    default: return nil
    }
  }

  private static let months: [Substring: Int] = [
    "JAN": 1, "FEB": 2, "MAR": 3, "APR": 4, "MAY": 5, "JUN": 6, "JUL": 7, "AUG": 8, "SEP": 9, "OCT": 10, "NOV": 11,
    "DEC": 12,
  ]

  private static let weekdays: [Substring: Int] = [
    "SUN": 0, "MON": 1, "TUE": 2, "WED": 3, "THU": 4, "FRI": 5, "SAT": 6,
  ]
}
