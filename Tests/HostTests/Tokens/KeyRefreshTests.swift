import Foundation
import Testing

@testable import Host

/// The rules of the fetch, step by step.
@Suite struct KeyRefreshTests {
  private let start = Date(timeIntervalSince1970: 1_772_366_400)

  private func at(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

  /// Keys that were fetched at second 0.
  private func fetched() -> KeyRefresh {
    var refresh = KeyRefresh()
    _ = refresh.keysNeeded(at: at(0))
    refresh.succeeded(at: at(0))
    return refresh
  }

  @Test func theFirstCallersWaitForOneFetch() {
    var refresh = KeyRefresh()
    #expect(refresh.keysNeeded(at: at(0)) == .fetchAndWait)
    #expect(refresh.keysNeeded(at: at(0)) == .wait)
    #expect(refresh.keysNeeded(at: at(100_000)) == .wait)
    refresh.succeeded(at: at(1))
    #expect(refresh.keysNeeded(at: at(1)) == .use)
    #expect(refresh.hasKeys)
  }

  @Test func freshKeysAreUsedForTenMinutes() {
    var refresh = fetched()
    #expect(refresh.freshUntil == at(600))
    #expect(refresh.keysNeeded(at: at(599.999)) == .use)
    #expect(refresh == fetched())
    #expect(refresh.keysNeeded(at: at(600)) == .useAndFetch)
  }

  @Test func oldKeysAreUsedWhileTheyAreFetchedAgain() {
    var refresh = fetched()
    #expect(refresh.keysNeeded(at: at(700)) == .useAndFetch)
    for seconds in [700, 701, 100_000] { #expect(refresh.keysNeeded(at: at(Double(seconds))) == .use) }
    #expect(refresh.freshUntil == at(760))
    refresh.succeeded(at: at(702))
    #expect(refresh.freshUntil == at(1302))
  }

  @Test func oldKeysAreUsedAfterAFailureAndFetchedAgainAMinuteLater() {
    var refresh = fetched()
    _ = refresh.keysNeeded(at: at(600))
    for round in 0..<5 {
      let failed = 605 + Double(round) * 60
      refresh.failed(at: at(failed))
      #expect(refresh.freshUntil == at(failed + 60))
      #expect(refresh.keysNeeded(at: at(failed + 59)) == .use)
      #expect(refresh.keysNeeded(at: at(failed + 60)) == .useAndFetch)
    }
  }

  @Test func withoutKeysTheBackOffDoublesUpToAMinute() {
    var refresh = KeyRefresh()
    var now = 0.0
    for backOff in [5, 10, 20, 40, 60, 60, 60] {
      #expect(refresh.keysNeeded(at: at(now)) == .fetchAndWait)
      refresh.failed(at: at(now + 1))
      #expect(refresh.retryAfter(at: at(now + 1)) == backOff)
      #expect(refresh.keysNeeded(at: at(now + 1)) == .refuse(retryAfter: backOff))
      #expect(refresh.keysNeeded(at: at(now + 0.5 + Double(backOff))) == .refuse(retryAfter: 1))
      now += 1 + Double(backOff)
    }
    #expect(refresh.keysNeeded(at: at(now)) == .fetchAndWait)
    refresh.succeeded(at: at(now))
    _ = refresh.keysNeeded(at: at(now + 600))
    refresh.failed(at: at(now + 600))
    #expect(refresh.keysNeeded(at: at(now + 600)) == .use)
  }

  @Test func aMissingKeyIsLookedForAtMostOnceAMinute() {
    var refresh = fetched()
    #expect(refresh.keyMissing(at: at(0)) == .use)
    #expect(refresh.keyMissing(at: at(59.999)) == .use)
    #expect(refresh.keyMissing(at: at(60)) == .fetchAndWait)
    #expect(refresh.keyMissing(at: at(60)) == .wait)
    #expect(refresh.keysNeeded(at: at(60)) == .use)
    refresh.failed(at: at(65))
    #expect(refresh.keyMissing(at: at(119)) == .use)
    #expect(refresh.keyMissing(at: at(120)) == .fetchAndWait)
    refresh.succeeded(at: at(121))
    #expect(refresh.keyMissing(at: at(179)) == .use)
    #expect(refresh.freshUntil == at(721))
  }

  @Test func aMissingKeyWaitsForTheFetchOfOldKeys() {
    var refresh = fetched()
    #expect(refresh.keysNeeded(at: at(600)) == .useAndFetch)
    #expect(refresh.keyMissing(at: at(600)) == .wait)
  }

  @Test func aClockThatIsSetBackLeavesNoKeysFreshForLong() {
    var refresh = fetched()
    #expect(refresh.keysNeeded(at: at(-86_400)) == .useAndFetch)
    refresh.succeeded(at: at(-86_400))
    #expect(refresh.keysNeeded(at: at(-85_801)) == .use)
    #expect(refresh.keysNeeded(at: at(-85_800)) == .useAndFetch)
    refresh.failed(at: at(-85_800))
    #expect(refresh.keyMissing(at: at(-90_000)) == .fetchAndWait)
  }
}
