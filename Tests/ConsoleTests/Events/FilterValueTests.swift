import Console
import Foundation
import Host
import Testing

@Suite struct FilterValueTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test(arguments: [
    ("503", 503...503), ("5xx", 500...599), ("4XX", 400...499), ("400-404", 400...404), ("100", 100...100),
  ])
  func aStatusIsRead(text: String, range: ClosedRange<Int>) {
    #expect(StatusClass(text)?.range == range)
  }

  @Test(arguments: [
    "", "abc", "6xx", "0xx", "99", "600", "5x", "5xxx", "404-400", "400-", "-400", "400-401-402", "+12",
  ])
  func noStatusIsRefused(text: String) {
    #expect(StatusClass(text) == nil)
  }

  @Test(arguments: [("200ms", 0.2), ("1.5s", 1.5), ("2m", 120), ("3h", 10_800), ("1d", 86_400), ("0s", 0)])
  func aDurationIsRead(text: String, seconds: Double) {
    #expect(DurationText.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "5", "s", "ms", "-5s", "1e9s", "1.2.3s", ".5s", "5.s", "5 s", "5x", "1234567890s", "٥s", "infs",
  ])
  func noDurationIsRefused(text: String) {
    #expect(DurationText.seconds(text) == nil)
  }

  @Test func anInstantIsADurationBeforeNowADayOrATime() {
    #expect(InstantText.date("15m", now: now) == now.addingTimeInterval(-900))
    #expect(InstantText.date("1970-01-02", now: now) == Date(timeIntervalSince1970: 86_400))
    #expect(InstantText.date("1970-01-02T00:00:01Z", now: now) == Date(timeIntervalSince1970: 86_401))
    #expect(InstantText.date("yesterday", now: now) == nil)
    #expect(InstantText.date("2026-02-30", now: now) == nil)
  }
}
