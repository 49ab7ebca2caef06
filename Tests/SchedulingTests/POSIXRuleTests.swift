import Testing
import Wire

@testable import Scheduling

@Suite struct POSIXRuleTests {
  /// The changes of a year as local times of day, before and after.
  private func changes(_ text: String, _ year: Int) throws -> [String] {
    let rule = try #require(POSIXRule(text.utf8))
    return rule.changes(inYears: year...year).map { LocalTime($0.instant, offset: 0).text }
  }

  @Test(arguments: [
    ("EST5EDT,M3.2.0,M11.1.0", ["2026-03-08T07:00:00", "2026-11-01T06:00:00"]),
    ("CET-1CEST,M3.5.0,M10.5.0/3", ["2026-03-29T01:00:00", "2026-10-25T01:00:00"]),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", ["2026-04-04T15:00:00", "2026-10-03T15:30:00"]),
    ("<-04>4<-03>,M9.1.6/24,M4.1.6/24", ["2026-04-05T03:00:00", "2026-09-06T04:00:00"]),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", ["2026-03-28T00:00:00", "2026-10-23T23:00:00"]),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["2026-03-29T01:00:00", "2026-10-25T01:00:00"]),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2026-03-29T01:00:00", "2026-10-25T01:00:00"]),
    // 1 March and the day before it, in a year without a leap day: the 60th day counted from 1, and the 58th from 0.
    ("AAA0BBB,J60/0,58/0", ["2026-02-27T23:00:00", "2026-03-01T00:00:00"]),
    ("AAA0:30:15BBB-1:00:30,M2.5.1/1:2:3,J365/23:59:59", ["2026-02-23T01:32:18", "2026-12-31T22:59:29"]),
    ("AAA+3", []), ("<+03>-3", []), ("UTC0", []),
  ])
  func rulesMakeChanges(text: String, expected: [String]) throws {
    #expect(try changes(text, 2026) == expected.map { $0 + "+00:00" })
  }

  @Test func leapDaysCountOrDoNot() throws {
    #expect(
      try changes("AAA0BBB0,59/0,J60/0", 2028) == ["2028-02-29T00:00:00+00:00", "2028-03-01T00:00:00+00:00"])
  }

  /// RFC 9636, 3.3.1: summer time all year, in one offset without a change.
  @Test func permanentSummerTimeHasNoChange() throws {
    let rule = try #require(POSIXRule("XXX3EDT4,0/0,J365/23".utf8))
    let zone = Zone(offset: 0, changes: [OffsetChange(instant: 0, offset: -14_400)], rule: rule)
    let always = Zone.Segment(start: 0, end: Zone.farthest, offset: -14_400, lead: 14_400)
    for year in [1970, 1971, 1972, 2026, 2380, 2381, 2800, 9999] {
      #expect(zone.segment(at: CivilDate(year, 1, 1).days * 86_400 + 3 * 3600) == always)
    }
  }

  /// After a cycle of the calendar everything but the years is the same.
  @Test func rulesRepeatEvery400Years() throws {
    let zone = try ZoneStore.zone(named: "America/New_York")
    let cycle = 146_097 * 86_400
    for year in [2040, 2200, 2437, 2438, 2439, 2440] {
      let instant = CivilDate(year, 7, 1).days * 86_400
      let one = zone.segment(at: instant)
      for cycles in 1...18 {
        var other = zone.segment(at: instant + cycles * cycle)
        other.start -= cycles * cycle
        other.end -= cycles * cycle
        #expect(other == one)
      }
      #expect(one.offset == -14_400)
      #expect(one.lead == -3600)
      #expect(one.end - one.start == 86_400 * 238 - 3600)
    }
  }

  @Test(arguments: [
    "", "E", "ES5", "EST", "EST5EDT", "EST5EDT,", "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,", "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,M3.2.0,M11.1.0,", "EST5EDT,J0,J1", "EST5EDT,J366,J1",
    "EST5EDT,366,1", "EST25", "EST5:60", "<+3>-3", "<+03-3", "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/,M11.1.0",
    "EST5EDT 6", "EST-", "99999", "EST99999999999999999999",
  ])
  func malformedRulesAreRefused(text: String) {
    #expect(POSIXRule(text.utf8) == nil)
  }
}
