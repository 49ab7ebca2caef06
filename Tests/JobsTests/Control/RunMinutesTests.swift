import Foundation
import Testing

@testable import Jobs

@Suite struct RunMinutesTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000 - 1_800_000_000.truncatingRemainder(dividingBy: 60))

  private func group(
    _ name: String, _ minute: Int, _ outcome: RunOutcome, settled: Bool, _ count: Int
  ) -> RunMinutes.Group {
    .init(
      name: name, minute: start.addingTimeInterval(Double(minute) * 60), outcome: outcome, isSettled: settled,
      count: count)
  }

  @Test func rowsAreReadAgainUntilTheyAreSettled() {
    var minutes = RunMinutes(after: 100, since: start)
    let first = minutes.reading(at: start, last: 110)
    #expect(first == .init(after: 100, settledUpTo: 100))
    minutes.add([group("a", 0, .completed, settled: false, 10)], of: first, at: start)
    #expect(minutes.minutes(of: "a", at: start).last == .init(completed: 10, failed: 0))

    // A row with a smaller id was committed late.
    let second = minutes.reading(at: start.addingTimeInterval(6), last: 120)
    #expect(second == .init(after: 100, settledUpTo: 110))
    minutes.add(
      [group("a", 0, .completed, settled: true, 11), group("a", 0, .failed, settled: false, 9)], of: second,
      at: start.addingTimeInterval(6))
    #expect(minutes.minutes(of: "a", at: start).last == .init(completed: 11, failed: 9))
    #expect(minutes.settled == 110)

    let third = minutes.reading(at: start.addingTimeInterval(12), last: 120)
    #expect(third == .init(after: 110, settledUpTo: 120))
  }

  @Test func minutesOlderThanAnHourAreForgotten() {
    var minutes = RunMinutes(after: 0, since: start)
    let reading = minutes.reading(at: start, last: 0)
    minutes.add([group("a", 0, .completed, settled: true, 1)], of: reading, at: start)
    #expect(minutes.names == ["a"])
    let later = start.addingTimeInterval(3700)
    minutes.add([], of: minutes.reading(at: later, last: 0), at: later)
    #expect(minutes.names == [])
    #expect(minutes.since == later.addingTimeInterval(-3600))
  }

  @Test func onlyMinutesOfTheLastHourAreShownInOrder() {
    var minutes = RunMinutes(after: 0, since: start)
    let now = start.addingTimeInterval(61)
    minutes.add(
      [
        group("a", -60, .completed, settled: true, 9), group("a", 0, .timedOut, settled: true, 2),
        group("a", 1, .lost, settled: true, 3), group("a", 1, .cancelled, settled: true, 5),
      ], of: minutes.reading(at: now, last: 0), at: now)
    let shown = minutes.minutes(of: "a", at: now)
    #expect(shown.count == 60)
    #expect(shown[58] == .init(completed: 0, failed: 2) && shown[59] == .init(completed: 0, failed: 3))
    #expect(shown[..<58].allSatisfy { $0 == .init() })
  }

  @Test func theRateTakesAShareOfTheMinuteBefore() {
    let minutes: [RunMinutes.Numbers] = [.init(completed: 60, failed: 0), .init(completed: 10, failed: 0)]
    #expect(RunMinutes.perMinute(minutes, at: start.addingTimeInterval(15)) == 10 + 45)
    #expect(RunMinutes.perMinute([], at: start) == 0)
  }
}
