import Edge
import Foundation
import Testing

@Suite struct CalendarDayTests {
  private func day(_ text: String) -> CalendarDay? { CalendarDay.decoded(from: .text(text)) }

  @Test func daysAreUTCDays() throws {
    let midnight = Date(timeIntervalSince1970: 1_772_323_200)
    #expect(CalendarDay(containing: midnight).description == "2026-03-01")
    #expect(CalendarDay(containing: midnight - 0.001).description == "2026-02-28")
    #expect(CalendarDay(containing: midnight + 86_399.999).description == "2026-03-01")
    #expect(CalendarDay(containing: Date(timeIntervalSince1970: 0)).daysSinceEpoch == 0)
    #expect(CalendarDay(containing: Date(timeIntervalSince1970: -0.001)).description == "1969-12-31")
    #expect(WallClock.fixed(midnight).today == CalendarDay(containing: midnight))
  }

  @Test func daysBeyondTheCalendarAreItsFirstAndLast() {
    #expect(CalendarDay(containing: .distantPast).description == "0001-01-01")
    #expect(CalendarDay(containing: Date(timeIntervalSince1970: -62_167_219_200)).description == "0001-01-01")
    #expect(CalendarDay(containing: .distantFuture).description == "4001-01-01")
    #expect(CalendarDay(containing: Date(timeIntervalSince1970: 1e15)).description == "9999-12-31")
  }

  @Test func arithmeticAndOrder() throws {
    let february = self.day("2024-02-28")
    let day = try #require(february)
    #expect(day.advanced(by: 1).description == "2024-02-29")
    #expect(day.advanced(by: 2).description == "2024-03-01")
    #expect(day.advanced(by: -59).description == "2023-12-31")
    #expect(day < day.advanced(by: 1))
    #expect(!(day < day))
  }

  @Test func theDatabaseHasText() {
    #expect(day("2026-03-01")?.encoded() == .text("2026-03-01"))
    #expect(CalendarDay.decoded(from: .null) == nil)
    #expect(CalendarDay.decoded(from: .integer(1)) == nil)
    for text in ["", "2026-3-01", "2026-02-30", "2026-13-01", "2026-00-10", "2026-03-01T", "01-03-2026", "abcdefghij"] {
      #expect(day(text) == nil, "\(text)")
    }
  }
}
