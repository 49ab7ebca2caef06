import Foundation
import Testing

@testable import Jobs

@Suite struct ClaimFrontierTests {
  private let date = Date(timeIntervalSince1970: 1_800_000_000)
  private let now = ContinuousClock.now

  @Test func theFirstClaimLooksAtAll() {
    #expect(ClaimFrontier().start(at: now) == nil)
  }

  @Test func whatFollowsBeginsALittleBeforeAClaimThatFoundAll() throws {
    var frontier = ClaimFrontier()
    frontier.looked(from: nil, on: date, hasAll: true, at: now)
    let start = try #require(frontier.start(at: now))
    #expect(start < date)
    #expect(start > date.addingTimeInterval(-1))

    let later = date.addingTimeInterval(0.5)
    frontier.looked(from: start, on: later, hasAll: true, at: now)
    #expect(try #require(frontier.start(at: now)) > start)
  }

  @Test func aClaimThatLeftSomethingMovesNothing() {
    var frontier = ClaimFrontier()
    frontier.looked(from: nil, on: date, hasAll: true, at: now)
    let start = frontier.start(at: now)
    frontier.looked(from: start, on: date.addingTimeInterval(1), hasAll: false, at: now)
    #expect(frontier.start(at: now) == start)
    frontier.looked(from: nil, on: date.addingTimeInterval(2), hasAll: false, at: now)
    #expect(frontier.start(at: now) == nil)
  }

  @Test func allIsLookedAtNowAndThen() {
    var frontier = ClaimFrontier()
    frontier.looked(from: nil, on: date, hasAll: true, at: now)
    frontier.looked(from: date, on: date.addingTimeInterval(60), hasAll: true, at: now + .milliseconds(1900))
    #expect(frontier.start(at: now + .milliseconds(1900)) != nil)
    #expect(frontier.start(at: now + .seconds(2)) == nil)
  }

  @Test func theEarliestOfWhatWasEnqueuedCounts() {
    let since = DueSince()
    #expect(since.take() == nil)
    since.note(date)
    since.note(date.addingTimeInterval(-5))
    since.note(date.addingTimeInterval(5))
    #expect(since.take() == date.addingTimeInterval(-5))
    #expect(since.take() == nil)
  }
}
