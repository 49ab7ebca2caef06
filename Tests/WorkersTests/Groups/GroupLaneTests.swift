import NIOCore
import Testing

@testable import Workers

/// The limits on calls at once, and the waits for a place.
struct GroupLaneTests {
  private func limited() -> GroupScript {
    var group = GroupScript {
      $0.callsPerWorker = 8
      $0.lanes.append(GroupRules.Lane(concurrency: 1, queueTimeout: .seconds(3)))
    }
    _ = group.arrive()
    _ = group.ready(1)
    return group
  }

  @Test func aFullLaneDoesNotKeepOthers() {
    var group = limited()
    #expect(group.arrive(lane: 1) == ["2 to 1"])
    #expect(group.arrive(lane: 1) == ["3 waits"])
    #expect(group.arrive() == ["4 to 1"])
    #expect(group.end(4) == [])
    #expect(group.end(2) == ["3 to 1"])
  }

  @Test func aCallWaitsUpToItsQueueTimeout() {
    var group = limited()
    _ = group.arrive(lane: 1)
    _ = group.arrive(lane: 1)
    #expect(group.wait(2) == [])
    _ = group.arrive(lane: 1)
    #expect(group.wait(1) == ["3: busy, again in 1 s"])
    #expect(group.end(2) == ["4 to 1"])
  }

  @Test func callsBehindAMovedOneWaitUpToTheirOwnQueueTimeout() {
    var group = limited()
    _ = group.arrive(lane: 1)
    _ = group.arrive(lane: 1)
    #expect(group.wait(1) == [])
    _ = group.arrive(lane: 1)
    #expect(group.wait(1) == [])
    #expect(group.die(1) == ["start 2"], "the call 2 waits before 3 and 4, for 3 s from now on")
    #expect(group.wait(1) == ["3: boot, again in 1 s"])
    #expect(group.wait(1) == ["4: boot, again in 1 s"], "the tick at which 3 was answered asks for this one")
    #expect(group.wait(1) == ["2: boot, again in 1 s"])
    #expect(group.ready(2) == ["1 to 2"])
  }

  @Test func aDeathFreesThePlacesOfItsLane() {
    var group = limited()
    _ = group.arrive(lane: 1)
    _ = group.arrive(lane: 1)
    #expect(group.die(1, begun: [1, 2]) == ["1: died", "2: died", "start 2"])
    #expect(group.ready(2) == ["3 to 2"])
  }

  @Test func aCallThatEndsWhileItWaitsAgainLeavesTheQueue() throws {
    var group = limited()
    _ = group.arrive(lane: 1)
    _ = group.arrive(lane: 1)
    let place = try #require(group.place(of: 2))
    #expect(group.die(1) == ["start 2"])
    #expect(group.end(2, at: place) == [])
    #expect(group.state.waiting == 2)
    #expect(group.ready(2) == ["3 to 2", "1 to 2"])
  }

  @Test func aCallThatEndsAfterItsMoveFreesItsNewPlace() throws {
    var group = limited()
    _ = group.arrive(lane: 1)
    _ = group.arrive(lane: 1)
    let place = try #require(group.place(of: 2))
    #expect(group.die(1) == ["start 2"])
    #expect(group.ready(2) == ["2 to 2", "1 to 2"])
    #expect(group.end(2, at: place) == ["3 to 2"])
    #expect(group.end(2, at: place) == [], "it is over already")
    #expect(group.state.running == 2)
  }

  @Test func aCallerThatLeavesGivesItsPlaceInTheQueueUp() {
    var group = limited()
    _ = group.arrive(lane: 1)
    _ = group.arrive(lane: 1)
    let (hasLeft, hasRunningLeft) = (group.leave(3, lane: 1), group.leave(2, lane: 1))
    #expect(hasLeft)
    #expect(!hasRunningLeft)
    #expect(group.end(2) == [])
  }

  @Test func theNumberOfWaitingCallsIsBounded() {
    var group = GroupScript { $0.maximumWaiting = 1 }
    _ = group.arrive()
    #expect(group.arrive() == ["2 waits", "2: busy, again in 1 s"])
  }
}
