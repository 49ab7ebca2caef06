import Foundation
import Testing

@testable import Scheduling

@Suite struct ParsingTests {
  @Test(arguments: [
    (Field.minute, "5", [5]), (.minute, "05", [5]), (.minute, "1,3,2", [1, 2, 3]), (.minute, "5-5", [5]),
    (.minute, "*/20", [0, 20, 40]), (.minute, "*/60", [0]), (.minute, "5/15", [5, 20, 35, 50]),
    (.minute, "10-20/5", [10, 15, 20]), (.minute, "58-2", [0, 1, 2, 58, 59]), (.minute, "59/60", [59]),
    (.minute, "50-10/7", [4, 50, 57]), (.second, "45-5/10", [5, 45, 55]),
    (.hour, "22-2", [0, 1, 2, 22, 23]), (.hour, "21-4/2", [1, 3, 21, 23]), (.hour, "*/24", [0]),
    (.hour, "9-17/4,23", [9, 13, 17, 23]),
    (.month, "jan", [1]), (.month, "Nov-FEB", [1, 2, 11, 12]), (.month, "*/6", [1, 7]), (.month, "nov/1", [11, 12]),
    (.month, "11-4/3", [2, 11]), (.dayOfMonth, "30-2", [1, 2, 30, 31]), (.dayOfMonth, "25-5/3", [3, 25, 28, 31]),
    (.dayOfWeek, "0", [0]), (.dayOfWeek, "7", [0]), (.dayOfWeek, "0-7", [0, 1, 2, 3, 4, 5, 6]),
    (.dayOfWeek, "5-7", [0, 5, 6]), (.dayOfWeek, "7-2", [0, 1, 2]), (.dayOfWeek, "FRI-MON", [0, 1, 5, 6]),
    (.dayOfWeek, "sat-SUN", [0, 6]), (.dayOfWeek, "5-1/2", [0, 5]), (.dayOfWeek, "1-7/2", [0, 1, 3, 5]),
    (.dayOfWeek, "*/2", [0, 2, 4, 6]), (.dayOfWeek, "5/1", [5, 6]), (.dayOfWeek, "7/2", [0]),
  ])
  func fieldsAreSets(field: Field, text: String, expected: [Int]) throws {
    #expect(try values(field, text) == expected)
  }

  /// May 2026 begins on a Friday and has five Fridays, Saturdays and Sundays.
  @Test(arguments: [
    ("L", "*", [31]), ("l-30", "*", [1]), ("L-3", "*", [28]), ("LW", "*", [29]), ("1W", "*", [1]), ("2W", "*", [1]),
    ("3w", "*", [4]), ("31W", "*", [29]), ("L,1,15W", "*", [1, 15, 31]), ("*", "5L", [29]), ("*", "fril", [29]),
    ("*", "7L", [31]), ("*", "MON#2", [11]), ("*", "5#1,5#5", [1, 29]), ("*", "MON#5", []),
    ("?", "MON#1,0", [3, 4, 10, 17, 24, 31]),
    ("13", "FRI", [1, 8, 13, 15, 22, 29]), ("*/10", "FRI", [1]), ("*/10", "SUN,TUE-THU", [21, 31]),
    ("13", "*/3", [13]), ("13", "*/5", []), ("?", "?", Array(1...31)), ("1-31", "MON", Array(1...31)),
    ("5,*", "MON", Array(1...31)), ("L", "0#5", [31]), ("1", "6L", [1, 30]),
  ])
  func daysOfMay2026(dayOfMonth: String, dayOfWeek: String, expected: [Int]) throws {
    #expect(try days(dayOfMonth, dayOfWeek, 2026, 5) == expected)
  }

  /// 1 August 2026 is a Saturday, 31 January 2027 a Sunday.
  @Test func theNearestWeekdayStaysInItsMonth() throws {
    #expect(try days("1W", "*", 2026, 8) == [3])
    #expect(try days("31W", "*", 2027, 1) == [29])
    #expect(try days("LW", "*", 2027, 1) == [29])
    #expect(try days("30W", "*", 2027, 2) == [])
    #expect(try days("31W", "*", 2026, 4) == [])
    #expect(try days("L-29", "*", 2027, 2) == [])
  }

  @Test(arguments: [
    ("@hourly", "0 * * * *"), ("@daily", "0 0 * * *"), ("@midnight", "0 0 * * *"), ("@weekly", "0 0 * * 0"),
    ("@monthly", "0 0 1 * *"), ("@yearly", "0 0 1 1 *"), ("@annually", "0 0 1 1 *"), ("@Daily", "0 0 * * *"),
    ("  30   2 * * *  ", "30 2 * * *"), ("30 2 * * *", "0 30 2 * * *"),
  ])
  func macrosAndSpacesAreReadAsFields(text: String, meaning: String) throws {
    let start = "2026-02-27T12:34:56Z"
    #expect(try fires(text, after: start, 20) == fires(meaning, after: start, 20))
  }

  /// Multiples of the period since 1970, in whatever zone.
  @Test(arguments: [
    ("@every 90s", 90), ("@every 1h30m", 5400), ("@every 1m30s", 90), ("@EVERY 8760h", 31_536_000), ("@every 1s", 1),
    ("30 seconds", 30), ("1 second", 1), ("59 SECONDS", 59), ("@every 7s", 7),
  ])
  func intervalsAreAnchoredAtTheEpoch(text: String, period: Int) throws {
    let schedule = try Schedule(text, timeZone: "Australia/Lord_Howe")
    let start = 1_775_000_123
    let next = Date(timeIntervalSince1970: Double((start / period + 1) * period))
    #expect(schedule.next(after: Date(timeIntervalSince1970: Double(start))) == next)
    #expect(schedule.next(after: next) == next.addingTimeInterval(Double(period)))
    #expect(schedule.previous(before: next) == next.addingTimeInterval(-Double(period)))
  }

  @Test func schedulesWithEqualTextsAreEqual() throws {
    let schedule = try Schedule(" 0 0 * * * ", timeZone: "Europe/Berlin")
    #expect(schedule.expression == " 0 0 * * * ")
    #expect(schedule.timeZone == "Europe/Berlin")
    #expect(try schedule == Schedule(" 0 0 * * * ", timeZone: "Europe/Berlin"))
    #expect(try schedule != Schedule("0 0 * * *", timeZone: "Europe/Berlin"))
    #expect(try Set([schedule, Schedule(" 0 0 * * * ", timeZone: "Europe/Berlin")]).count == 1)
  }
}
