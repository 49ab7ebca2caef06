/// Reads one field: a list of values, ranges and steps.
struct FieldParser {
  let field: Field
  /// The field's text in upper case.
  let text: Substring
  /// The values that match.
  private(set) var values: UInt64 = 0
  /// Whether there is a range, a step or `*`.
  private(set) var isInterval = false

  /// Whether the field begins with `*` or is `?`.
  var isUnrestricted: Bool { text.first == "*" || text == "?" }

  init(_ field: Field, _ text: Substring) {
    self.field = field
    self.text = Substring(text.uppercased())
  }

  /// - Parameter special: Reads an item that only a day field may have; returns whether it was one.
  mutating func parse(special: (Substring) throws(ScheduleError) -> Bool) throws(ScheduleError) {
    if text == "?", field.isDay {
      values = field.everything
      return
    }
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard !item.isEmpty else { throw error(text, "an item of the list is empty") }
      if try special(item) { continue }
      try parse(item)
    }
  }

  mutating func parse() throws(ScheduleError) {
    try parse { (_: Substring) throws(ScheduleError) in false }
  }

  /// `*`, `5`, `1-5`, each with a step or without.
  private mutating func parse(_ item: Substring) throws(ScheduleError) {
    let parts = item.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let step = parts.count == 2 ? try self.step(parts[1], of: item) : nil
    if parts[0] == "*" {
      isInterval = true
      insert(from: field.range.lowerBound, through: field.range.lowerBound + field.count - 1, step: step ?? 1)
      return
    }
    let ends = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try value(ends[0], of: item)
    if ends.count == 2 {
      isInterval = true
      let last = try value(ends[1], of: item)
      // 22-2 continues at the beginning of the next day.
      insert(from: first, through: last < first ? last + field.count : last, step: step ?? 1)
    } else if let step {
      isInterval = true
      insert(from: first, through: max(first, field.range.lowerBound + field.count - 1), step: step)
    } else {
      insert(from: first, through: first, step: 1)
    }
  }

  private mutating func insert(from first: Int, through last: Int, step: Int) {
    let lowest = field.range.lowerBound
    for value in stride(from: first, through: last, by: step) {
      values.insert(lowest + (value - lowest) % field.count)
    }
  }

  private func value(_ text: Substring, of item: Substring) throws(ScheduleError) -> Int {
    guard let value = field.value(text) else { throw error(item, "expected \(expected)") }
    return value
  }

  private func step(_ text: Substring, of item: Substring) throws(ScheduleError) -> Int {
    // A longer step would mislead: */90 does not mean 90 minutes.
    guard let step = Digits.number(text), (1...field.count).contains(step) else {
      throw error(item, "expected a step of 1 to \(field.count) after the slash")
    }
    return step
  }

  private var expected: String {
    switch field {
    case .dayOfMonth: "\(field.expected), L, LW, L-3 or 15W"
    case .dayOfWeek: "\(field.expected), 5L or MON#2"
    default: "\(field.expected), with ranges such as 1-5 and steps such as */5"
    }
  }

  func error(_ text: Substring, _ reason: String) -> ScheduleError { ScheduleError(field.name, text, reason) }
}
