import Foundation
import Testing

@testable import Swiftlet

@Suite struct MomentTests {
  private let now = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01T12:00:00Z

  @Test(arguments: [
    ("2026-03-01T10:00:00Z", -7200.0), ("2026-03-01T11:00:00+01:00", -7200), ("2026-03-01", -43_200), ("2h", -7200),
    ("90s", -90), ("1.5m", -90), ("7d", -604_800),
  ])
  func anInstantOrHowLongAgo(_ text: String, _ seconds: Double) {
    #expect(Moment(text, now: now)?.date == now.addingTimeInterval(seconds))
  }

  @Test(arguments: [
    ("2026-03-01T10:00:00Z", -7200.0), ("2026-03-02", 43_200), ("2h", 7200), ("90s", 90), ("7d", 604_800),
  ])
  func anInstantOrATimeFromNow(_ text: String, _ seconds: Double) {
    #expect(DueTime(text, now: now)?.date == now.addingTimeInterval(seconds))
  }

  @Test(arguments: ["", "soon", "2026", "-2h", "2y"])
  func otherTextsAreNoDueTimes(_ text: String) { #expect(DueTime(text, now: now) == nil) }

  @Test(arguments: ["", "soon", "2026", "2026-02-30", "-2h", "2y", "99999999999d"])
  func otherTextsAreNoInstants(_ text: String) { #expect(Moment(text, now: now) == nil) }

  @Test func durationsAreShort() {
    #expect(Words.duration(milliseconds: 0) == "0 ms")
    #expect(Words.duration(milliseconds: 999) == "999 ms")
    #expect(Words.duration(milliseconds: 1500) == "1.5 s")
    #expect(Words.duration(milliseconds: 90_900) == "91 s")
  }

  @Test func anErrorIsShownOnOneLine() {
    #expect(Words.line("a\nb\u{1B}[31mc") == "a b [31mc")
    #expect(Words.line(String(repeating: "x", count: 101)) == String(repeating: "x", count: 99) + "…")
    #expect(Words.line(String(repeating: "x", count: 100)).count == 100)
  }
}
