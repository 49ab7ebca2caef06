import Foundation
import Testing

@testable import Host

@Suite struct EventTailTests {
  @Test func aFollowerGetsWhatComesAfterItsBeginning() async throws {
    let ring = EventRing(stripes: 2)
    ring.add(RingFixtures.line("before"))
    var follower = ring.tail().makeAsyncIterator()
    let none = follower.take()
    #expect(none == nil)
    ring.add(RingFixtures.invocation(), stripe: 1)
    ring.add(RingFixtures.line("after"))
    ring.add(RingFixtures.invocation(), stripe: 0)
    let taken = follower.take()
    let batch = try #require(taken)
    #expect(batch.events.map(\.sequence) == [2, 3, 4])
    #expect(batch.missed == 0)
    let rest = follower.take()
    #expect(rest == nil)
  }

  @Test func aSlowFollowerIsToldHowManyItHasMissed() throws {
    let ring = EventRing(stripes: 1)
    var follower = ring.tail(bufferSize: 10).makeAsyncIterator()
    for _ in 0..<1000 { ring.add(RingFixtures.invocation()) }
    let taken = follower.take()
    let batch = try #require(taken)
    #expect(batch.events.map(\.sequence) == (991...1000).map { UInt64($0) })
    #expect(batch.missed == 990)
    ring.add(RingFixtures.invocation())
    let next = follower.take()
    #expect(next?.missed == 0)
  }

  @Test func eventsThatWereDroppedCountAsMissed() throws {
    let ring = EventRing(capacity: 4 << 20, stripes: 1)
    var follower = ring.tail(bufferSize: 1_000_000).makeAsyncIterator()
    for _ in 0..<50_000 { ring.add(RingFixtures.invocation()) }
    let taken = follower.take()
    let batch = try #require(taken)
    #expect(batch.missed > 0)
    #expect(batch.missed + batch.events.count == 50_000)
  }

  @Test func aWaitingFollowerIsWokenByARecord() async {
    let ring = EventRing()
    var follower = ring.tail().makeAsyncIterator()
    async let added: Void = { ring.add(RingFixtures.line("now")) }()
    let batch = await follower.next()
    await added
    #expect(batch?.events.count == 1)
  }

  @Test func followersEndWithTheHostAndWithTheirTask() async {
    let ring = EventRing()
    let following = Task {
      var batches = 0
      for await _ in ring.tail() { batches += 1 }
      return batches
    }
    following.cancel()
    #expect(await following.value == 0)
    let waiting = Task { for await _ in ring.tail() {} }
    ring.end()
    await waiting.value
    #expect(ring.isEnded)
    #expect(await ring.waitForChange(after: 5) == 0)
  }

  @Test func aWaitWithALimitEndsWithAnEmptyBatch() async {
    let ring = EventRing()
    var follower = ring.tail().makeAsyncIterator()
    let batch = await follower.next(upTo: .zero)
    #expect(batch == EventBatch(events: [], missed: 0))
  }
}
