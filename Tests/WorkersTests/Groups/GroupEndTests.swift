import Edge
import NIOCore
import Testing

@testable import Workers

/// The ends of workers, and what becomes of their calls.
struct GroupEndTests {
  /// A group with two calls in one worker.
  private func occupied() -> GroupScript {
    var group = GroupScript { $0.callsPerWorker = 8 }
    _ = group.arrive()
    _ = group.ready(1)
    _ = group.arrive()
    return group
  }

  @Test func callsThatHadNotBegunMoveInOrder() {
    var group = occupied()
    #expect(group.die(1) == ["start 2"])
    #expect(group.arrive() == ["3 waits"])
    #expect(group.ready(2) == ["1 to 2", "2 to 2", "3 to 2"])
  }

  @Test func callsThatHadBegunAreAnswered() {
    var group = occupied()
    #expect(group.die(1, begun: [1]) == ["1: died", "start 2"])
    #expect(group.ready(2) == ["2 to 2"])
    #expect(group.die(2, begun: [2], as: .resourceLimit(.memory)) == ["2: memory"])
  }

  @Test func aCallThatEndsWorkersBeforeItBeginsIsGivenUp() {
    var group = GroupScript()
    _ = group.arrive()
    for worker in 1...3 as ClosedRange<UInt64> {
      #expect(group.ready(worker) == ["1 to \(worker)"])
      #expect(group.die(worker) + group.wait(0.1) == ["start \(worker + 1)"])
    }
    _ = group.ready(4)
    #expect(group.die(4) == ["1: died"])
  }

  @Test func anIdleWorkerEnds() {
    var group = GroupScript()
    _ = group.arrive()
    _ = group.ready(1)
    #expect(group.wait(400) == [], "it has a call")
    #expect(group.end(1) == [])
    #expect(group.wait(299) == [])
    #expect(group.wait(1) == ["retire 1"])
    #expect(group.die(1) == [])
    #expect(group.arrive() == ["2 waits", "start 2"])
  }

  @Test func anAgedWorkerIsReplacedAndFinishesItsCalls() {
    var group = GroupScript()
    _ = group.arrive()
    _ = group.ready(1)
    #expect(group.wait(1799) == [])
    #expect(group.wait(1) == ["start 2"])
    #expect(group.arrive() == ["2 to 1"], "until its successor is ready")
    #expect(group.ready(2) == ["retire 1"])
    #expect(group.arrive() == ["3 to 2"])
    let decisions = group.wait(1000)
    #expect(!decisions.contains { $0.hasPrefix("kill") }, "what has begun is not cut")
    _ = group.end(1)
    #expect(group.end(2) == [])
    #expect(group.state.workers.first?.phase == .retiring)
  }

  @Test func aRetiredWorkerThatDoesNotEndIsEnded() {
    var group = occupied()
    #expect(group.retire(1) == ["retire 1"])
    #expect(group.arrive() == ["3 waits", "start 2"])
    #expect(group.wait(9) == [])
    _ = group.ready(2)
    _ = group.end(1)
    _ = group.end(2)
    #expect(group.wait(9.5) == [])
    #expect(group.wait(0.5) == ["kill 1: it was retired and did not end in 10.0 s"])
  }

  @Test func aReplacedVersionAnswersCallsThatWereOnTheirWay() {
    var group = occupied()
    #expect(group.replace() == [])
    #expect(group.arrive() == ["3 to 1"])
    #expect(group.wait(1) == ["retire 1"])
    #expect(group.arrive() == ["4 waits", "start 2"])
    #expect(group.ready(2) == ["4 to 2"])
    for call in 1...4 { _ = group.end(UInt64(call)) }
    #expect(group.wait(1) == ["retire 2"])
    #expect(group.die(1) == [])
    #expect(!group.state.isOver)
    #expect(group.die(2) == [])
    #expect(group.state.isOver)
  }

  @Test func aReplacedVersionIsForgottenAfterAWhile() {
    var group = GroupScript { $0.memory = .seconds(60) }
    _ = group.arrive()
    _ = group.ready(1)
    _ = group.end(1)
    _ = group.replace()
    #expect(group.wait(1) == ["retire 1"])
    _ = group.wait(60)
    #expect(!group.state.isForgotten(at: group.now), "its worker has not ended")
    _ = group.die(1)
    #expect(group.state.isForgotten(at: group.now))
    #expect(!group.state.isForgotten(at: group.now - TimeAmount.seconds(2)))
    _ = group.restore()
    #expect(!group.state.isForgotten(at: group.now), "a roll-back serves it again")
  }

  @Test func aWorkerOfAStoppingHostThatHasNotStartedIsEnded() {
    var group = GroupScript()
    _ = group.arrive()
    #expect(group.retire(1) == ["kill 1: retired", "start 2"])
  }
}
