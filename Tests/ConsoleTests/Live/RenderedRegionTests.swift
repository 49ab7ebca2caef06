import Foundation
import Testing

@testable import Console

@Suite struct RenderedRegionTests {
  private func digest(_ html: HTML) -> UInt64 { RenderedRegion(Region("a", html)).digest }

  @Test func theTextOfAnInstantDoesNotCount() {
    let date = Date(timeIntervalSince1970: 1_770_000_000)
    let soon = Instant(date, now: date.addingTimeInterval(3)).html
    let later = Instant(date, now: date.addingTimeInterval(90)).html
    #expect(soon != later)
    #expect(digest("<td>\(soon)</td>") == digest("<td>\(later)</td>"))
  }

  @Test func theInstantItselfCounts() {
    let date = Date(timeIntervalSince1970: 1_770_000_000)
    let first = Instant(date, now: date).html
    let second = Instant(date.addingTimeInterval(1), now: date.addingTimeInterval(1)).html
    #expect(digest(first) != digest(second))
  }

  @Test func whatFollowsAnInstantCounts() {
    #expect(digest("<time>a</time>x") == digest("<time>b</time>x"))
    #expect(digest("<time>a</time>x") != digest("<time>a</time>y"))
    #expect(digest("<ttime>a") != digest("<ttime>b"))
    #expect(digest("<<time>a") == digest("<<time>b"))
  }
}
