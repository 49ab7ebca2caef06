import Foundation

@testable import Scheduling

/// An instant from its ISO 8601 text.
func at(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

/// The occurrences after an instant, on the zone's clock.
func fires(_ expression: String, _ zone: String = "UTC", after start: String, _ count: Int) throws -> [String] {
  let schedule = try Schedule(expression, timeZone: zone)
  var instant = try at(start)
  var found: [String] = []
  while found.count < count, let next = schedule.next(after: instant) {
    found.append(schedule.localTime(next))
    instant = next
  }
  return found
}

/// The occurrences before an instant, on the zone's clock, the latest first.
func fires(_ expression: String, _ zone: String = "UTC", before start: String, _ count: Int) throws -> [String] {
  let schedule = try Schedule(expression, timeZone: zone)
  var instant = try at(start)
  var found: [String] = []
  while found.count < count, let previous = schedule.previous(before: instant) {
    found.append(schedule.localTime(previous))
    instant = previous
  }
  return found
}

/// Days of a month that match two day fields.
func days(_ dayOfMonth: String, _ dayOfWeek: String, _ year: Int, _ month: Int) throws -> [Int] {
  guard case .fields(let fields) = try Expression("0 0 \(dayOfMonth) * \(dayOfWeek)") else { return [] }
  return try DayRule(fields).days(year: year, month: month).values
}

/// The values of a field of time or of months.
func values(_ field: Field, _ text: String) throws -> [Int] {
  var parser = FieldParser(field, Substring(text))
  try parser.parse()
  return parser.values.values
}

/// The error of an expression or a zone.
func refusal(_ expression: String, _ zone: String = "UTC") -> String? {
  do {
    _ = try Schedule(expression, timeZone: zone)
    return nil
  } catch {
    return error.description
  }
}
