import Foundation
import Testing
import Wire

@testable import Scheduling

@Suite struct CalendarTests {
  @Test func datesAndDayNumbersRoundTrip() {
    var date = CivilDate(1899, 12, 31)
    for days in CivilDate(1900, 1, 1).days...CivilDate(2301, 1, 1).days {
      date.day += 1
      let length = CivilDate.length(year: date.year, month: date.month)
      if date.day > length { date = CivilDate(date.year, date.month + 1, 1) }
      if date.month > 12 { date = CivilDate(date.year + 1, 1, 1) }
      guard CivilDate(days: days) == date, date.days == days else {
        Issue.record("\(date) is not \(days)")
        return
      }
    }
    #expect(CivilDate(1970, 1, 1).days == 0)
    #expect(CivilDate.weekday(days: 0) == 4)
    #expect(CivilDate.weekday(days: -4) == 0)
  }

  @Test func leapDaysAreFoundOverCenturies() throws {
    #expect(
      try fires("0 0 29 2 *", after: "2096-02-29T00:00:00Z", 2)
        == ["2104-02-29T00:00:00+00:00", "2108-02-29T00:00:00+00:00"])
    #expect(
      try fires("0 0 29 2 *", "Europe/Berlin", before: "2104-02-28T00:00:00Z", 1) == ["2096-02-29T00:00:00+01:00"])
    let sundays = try fires("0 0 29 2 */7", after: "2060-03-01T00:00:00Z", 2)
    #expect(sundays == ["2088-02-29T00:00:00+00:00", "2128-02-29T00:00:00+00:00"])
    #expect(try fires("0 0 29 2 */7", before: "2128-01-01T00:00:00Z", 1).map { $0.prefix(10) } == ["2088-02-29"])
  }

  @Test func occurrencesBeginIn1900AndEndIn9999() throws {
    let daily = try Schedule("0 12 * * *")
    let last = try at("9999-12-31T12:00:00Z")
    let first = try at("1900-01-01T12:00:00Z")
    #expect(try daily.next(after: at("9999-12-31T11:59:59Z")) == last)
    #expect(daily.next(after: last) == nil)
    #expect(daily.previous(before: .distantFuture) != nil)
    #expect(daily.previous(before: Date(timeIntervalSince1970: 1e300)) == last)
    #expect(daily.next(after: .distantPast) == first)
    #expect(daily.previous(before: first) == nil)
    for schedule in [daily, try Schedule("@every 7s"), try Schedule("0 0 29 2 *", timeZone: "Asia/Amman")] {
      #expect(schedule.next(after: Date(timeIntervalSince1970: .infinity)) == nil)
      #expect(schedule.previous(before: Date(timeIntervalSince1970: -.infinity)) == nil)
      #expect(schedule.next(after: Date(timeIntervalSince1970: .nan)) == nil)
      #expect(schedule.previous(before: Date(timeIntervalSince1970: .nan)) == nil)
      let earliest = try #require(schedule.next(after: Date(timeIntervalSince1970: -.infinity)))
      let latest = try #require(schedule.previous(before: Date(timeIntervalSince1970: .infinity)))
      #expect(schedule.previous(before: earliest) == nil)
      #expect(schedule.next(after: latest) == nil)
    }
  }

  @Test func fractionsOfASecondAreNotLost() throws {
    let schedule = try Schedule("* * * * * *")
    let whole = try at("2026-11-21T04:00:00Z")
    let before = Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate.nextDown)
    let after = Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate.nextUp)
    #expect(schedule.next(after: before) == whole)
    #expect(schedule.next(after: whole) == whole.addingTimeInterval(1))
    #expect(schedule.next(after: after) == whole.addingTimeInterval(1))
    #expect(schedule.previous(before: after) == whole)
    #expect(schedule.previous(before: whole) == whole.addingTimeInterval(-1))
    #expect(schedule.previous(before: before) == whole.addingTimeInterval(-1))
    // Before 1970, too.
    #expect(schedule.next(after: Date(timeIntervalSince1970: -0.5)) == Date(timeIntervalSince1970: 0))
    #expect(schedule.previous(before: Date(timeIntervalSince1970: -0.5)) == Date(timeIntervalSince1970: -1))
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00+02:00"),
    ("America/New_York", "2026-01-01T00:00:00Z", "2025-12-31T19:00:00-05:00"),
    ("Asia/Kolkata", "2026-01-01T00:00:00Z", "2026-01-01T05:30:00+05:30"),
    ("America/St_Johns", "2026-01-01T00:00:00Z", "2025-12-31T20:30:00-03:30"),
    ("Europe/Berlin", "1890-01-01T00:00:00Z", "1890-01-01T00:53:28+00:53:28"),
    ("Europe/Berlin", "9000-07-01T00:00:00Z", "9000-07-01T02:00:00+02:00"),
    ("UTC", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00+00:00"),
  ])
  func localTimeHasTheZonesOffset(zone: String, instant: String, expected: String) throws {
    #expect(try Schedule("* * * * *", timeZone: zone).localTime(at(instant)) == expected)
  }

  @Test func localTimeStaysWithinFourDigitsOfAYear() throws {
    let schedule = try Schedule("* * * * *", timeZone: "Pacific/Kiritimati")
    for seconds in [Double.nan, -Double.infinity, -1e300] {
      #expect(schedule.localTime(Date(timeIntervalSince1970: seconds)).hasPrefix("0001-01-02T"))
    }
    for seconds in [Double.infinity, 1e300] {
      #expect(schedule.localTime(Date(timeIntervalSince1970: seconds)).hasPrefix("9999-12-30T"))
    }
    #expect(try schedule.localTime(at("2026-01-01T00:00:00Z").addingTimeInterval(-0.25)) == "2026-01-01T13:59:59+14:00")
  }
}
