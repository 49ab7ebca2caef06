import Foundation
import Testing

@testable import Jobs

@Suite struct ClaimFrontierTests {
  private let date = Date(timeIntervalSince1970: 1_800_000_000)
  private let now = ContinuousClock.now

  @Test func theFirstClaimScansAll() {
    #expect(ClaimFrontier().start(at: now) == nil)
  }

  @Test func theNextClaimBeginsALittleBeforeACompleteClaim() throws {
    var frontier = ClaimFrontier()
    frontier.looked(from: nil, on: date, claimed: [], hasAll: true, at: now)
    let start = try #require(frontier.start(at: now))
    #expect(start.count == 10)
    #expect(start.allSatisfy { $0 < date && $0 > date.addingTimeInterval(-1) })

    let later = date.addingTimeInterval(0.5)
    frontier.looked(from: start, on: later, claimed: [], hasAll: true, at: now)
    #expect(try #require(frontier.start(at: now)).allSatisfy { $0 > start[0] })
  }

  @Test func aClaimWithoutRoomForAllReachesItsLastPriority() throws {
    var frontier = ClaimFrontier()
    let claimed = [(1, -9.0), (5, -8.0), (5, -7.0)].map { (priority: $0.0, since: date.addingTimeInterval($0.1)) }
    frontier.looked(from: nil, on: date, claimed: claimed, hasAll: false, at: now)
    let start = try #require(frontier.start(at: now))
    #expect(start[0...4].allSatisfy { $0 > date.addingTimeInterval(-1) })
    #expect(start[5] == date.addingTimeInterval(-7))
    // Nothing was scanned there.
    #expect(start[6...9].allSatisfy { $0 == Date(timeIntervalSince1970: 0) })

    // A repeated try is older than the point at which it was found.
    frontier.looked(
      from: start, on: date.addingTimeInterval(1), claimed: [(5, date.addingTimeInterval(-60))], hasAll: false, at: now)
    #expect(try #require(frontier.start(at: now))[5] == start[5])
  }

  @Test func aClaimThatFoundNothingMovesNothing() {
    var frontier = ClaimFrontier()
    frontier.looked(from: nil, on: date, claimed: [], hasAll: true, at: now)
    let start = frontier.start(at: now)
    frontier.looked(from: start, on: date.addingTimeInterval(1), claimed: [], hasAll: false, at: now)
    #expect(frontier.start(at: now) == start)
  }

  @Test func aFullScanIsRepeatedAtIntervals() throws {
    var frontier = ClaimFrontier()
    frontier.looked(from: nil, on: date, claimed: [], hasAll: true, at: now)
    let start = try #require(frontier.start(at: now))
    frontier.looked(
      from: start, on: date.addingTimeInterval(60), claimed: [], hasAll: true, at: now + .milliseconds(1900))
    #expect(frontier.start(at: now + .milliseconds(1900)) != nil)
    #expect(frontier.start(at: now + .seconds(2)) == nil)
  }

  @Test func theEarliestEnqueuedTimeCounts() {
    let since = DueSince()
    #expect(since.take() == nil)
    since.note(date)
    since.note(date.addingTimeInterval(-5))
    since.note(date.addingTimeInterval(5))
    #expect(since.take() == date.addingTimeInterval(-5))
    #expect(since.take() == nil)
  }
}
