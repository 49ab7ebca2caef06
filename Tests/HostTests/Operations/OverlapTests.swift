import Foundation
import NIOCore
import Testing

@testable import Host

/// The detection of overlapping calls of one user.
@Suite struct OverlapTests {
  private let now = NIODeadline.uptimeNanoseconds(1)

  private func id(_ name: Int, _ number: Int) -> OperationID { OperationID(name: name, number: number) }

  @Test func callsOfOneUserOverlapAndThoseOfTwoDoNot() throws {
    let calls = OverlappingCalls()
    let (ada, bob) = (UUID(), UUID())
    let first = try #require(calls.begin(id(0, 1), of: ada, at: now))
    let other = try #require(calls.begin(id(0, 2), of: bob, at: now))
    #expect(calls.counts.total == 0)
    let second = try #require(calls.begin(id(1, 1), of: ada, at: now))
    #expect(calls.counts.total == 1)
    #expect(calls.counts.byPair == [OverlapCounts.Pair(running: 0, started: 1): 1])
    #expect(calls.counts.recent == [Overlap(running: id(0, 1), started: id(1, 1), user: ada, instant: now)])
    #expect(calls.users == [id(0, 1): ada, id(0, 2): bob, id(1, 1): ada])
    calls.end(id(0, 1), first)
    calls.end(id(1, 1), second)
    calls.end(id(0, 2), other)
    #expect(calls.users == [:])
  }

  @Test func oneAfterTheOtherDoesNotOverlap() throws {
    let calls = OverlappingCalls()
    let user = UUID()
    for number in 1...10 {
      let place = try #require(calls.begin(id(0, number), of: user, at: now))
      calls.end(id(0, number), place)
    }
    #expect(calls.counts.total == 0)
    #expect(calls.counts.unwatched == 0)
  }

  /// Every call counts, also those that are too many to be listed by id.
  @Test func manyCallsOfOneUser() throws {
    let calls = OverlappingCalls()
    let user = UUID()
    let places = try (1...100).map { try #require(calls.begin(id(0, $0), of: user, at: now)) }
    #expect(calls.counts.total == 99)
    #expect(calls.users.count == OverlapState.listed)
    for number in 1...100 { calls.end(id(0, number), places[number - 1]) }
    #expect(calls.users == [:])
    #expect(calls.begin(id(0, 101), of: user, at: now) != nil)
    #expect(calls.counts.total == 99)
    #expect(calls.counts.recent.count == OverlapCounts.kept)
  }

  @Test func moreUsersThanSlotsAreNotWatched() {
    var state = OverlapState()
    var watched: [(OperationID, Int)] = []
    for number in 1...1000 {
      if let slot = state.begin(id(0, number), of: UUID(), hash: number, at: now) {
        watched.append((id(0, number), slot))
      }
    }
    #expect(watched.count == OverlapState.slots)
    #expect(state.counts.unwatched == 1000 - OverlapState.slots)
    #expect(state.counts.total == 0)
    for (operation, slot) in watched { state.end(operation, slot: slot) }
    let next = state.begin(id(0, 1001), of: UUID(), hash: 7, at: now)
    #expect(next != nil)
  }

  /// A user whose first slot was taken keeps the one it has, also once the first is free.
  @Test func aUserHasOneSlot() {
    var state = OverlapState()
    let (ada, bob) = (UUID(), UUID())
    let slots = [state.begin(id(0, 1), of: ada, hash: 5, at: now), state.begin(id(0, 2), of: bob, hash: 5, at: now)]
    #expect(slots == [5, 6])
    state.end(id(0, 1), slot: 5)
    let third = state.begin(id(0, 3), of: bob, hash: 5, at: now)
    #expect(third == 6)
    #expect(state.counts.total == 1)
  }

  @Test func pairsAreBounded() {
    var counts = OverlapCounts()
    for name in 0..<1000 {
      counts.add(Overlap(running: id(name, 1), started: id(0, 1), user: UUID(), instant: now))
    }
    #expect(counts.total == 1000)
    #expect(counts.byPair.count == OverlapCounts.pairs)
    var sum = OverlapCounts()
    sum.add(counts)
    sum.add(counts)
    #expect(sum.total == 2000)
    #expect(sum.byPair[OverlapCounts.Pair(running: 0, started: 0)] == 2)
  }
}
