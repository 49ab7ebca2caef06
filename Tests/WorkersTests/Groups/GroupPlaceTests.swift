import NIOCore
import Testing

@testable import Workers

/// Places that are taken before their calls run.
struct GroupPlaceTests {
  private func limited() -> GroupScript {
    var group = GroupScript {
      $0.callsPerWorker = 8
      $0.lanes.append(GroupRules.Lane(concurrency: 1, queueTimeout: .seconds(3)))
    }
    _ = group.arrive()
    _ = group.ready(1)
    return group
  }

  @Test func aPlaceIsTakenAtOnceOrNotAtAll() {
    var group = limited()
    #expect(group.take(lane: 1) == ["2 to 1"])
    #expect(group.take(lane: 1) == ["3 has none"])
    #expect(group.state.waiting == 0)
    #expect(group.giveUp(2) == [])
    #expect(group.take(lane: 1) == ["4 to 1"])
  }

  @Test func aPlaceWithoutAWorkerStartsNone() {
    var group = GroupScript()
    #expect(group.take() == ["1 has none"])
  }

  @Test func aPlaceIsNotTakenBeforeCallsThatWait() {
    var group = limited()
    _ = group.arrive(lane: 1)
    #expect(group.arrive(lane: 1) == ["3 waits"])
    #expect(group.take(lane: 1) == ["4 has none"])
    #expect(group.end(2) == ["3 to 1"])
  }

  @Test func aPlaceThatIsGivenUpGoesToTheNextCall() {
    var group = limited()
    #expect(group.take(lane: 1) == ["2 to 1"])
    #expect(group.arrive(lane: 1) == ["3 waits"])
    #expect(group.giveUp(2) == ["3 to 1"])
  }

  @Test func aOneshotWorkerWhosePlaceWasNotUsedIsStillFresh() {
    var group = GroupScript { $0.policy = .oneshot }
    #expect(group.arrive() == ["1 waits", "start 1"])
    #expect(group.ready(1) == ["1 to 1"])
    #expect(group.giveUp(1) == [])
    #expect(group.take() == ["2 to 1"])
    #expect(group.end(2) == ["retire 1"])
  }
}
