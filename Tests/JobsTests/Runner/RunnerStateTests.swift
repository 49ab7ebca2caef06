import Foundation
import Testing

@testable import Jobs

@Suite struct RunnerStateTests {
  private let start = ContinuousClock.now

  private func ended(_ id: Int64) -> EndedRun {
    EndedRun(
      id: id, fence: 1, outcome: .completed, error: nil, finishedAt: Date(timeIntervalSince1970: 0), milliseconds: 1,
      disposition: .finished)
  }

  private func running(_ ids: Int64..., capacity: Int = 4) -> RunnerState<Int64> {
    var state = RunnerState<Int64>(capacity: capacity)
    for id in ids {
      state.start(id, fence: 1, deadline: start + .seconds(Int(id)))
      _ = state.attach(id, to: id, fence: 1)
    }
    return state
  }

  @Test func anEndTakesRoomUntilItIsWritten() {
    var state = running(1, 2)
    #expect(state.room == 2)
    state.end(ended(1))
    #expect(state.room == 2 && state.hasEnded && state.count == 1)
    let taken = state.takeEnded()
    #expect(taken.map(\.run) == [ended(1)])
    #expect(state.room == 3 && !state.hasEnded)
  }

  @Test func ticksMayBeClaimedBeforeEndsAreWritten() {
    var state = running(1, 2)
    for id in [1, 2] as [Int64] { state.end(ended(id)) }
    #expect(state.room == 2 && state.roomBeforeWriting == 4)
    for id in [3, 4, 5] as [Int64] { state.start(id, fence: 1, deadline: start) }
    #expect(state.room == 0 && state.roomBeforeWriting == 1)
    for id in [3, 4] as [Int64] { state.end(ended(id)) }
    // As many ends wait as jobs may run.
    #expect(state.room == 0 && state.roomBeforeWriting == 0)
    _ = state.takeEnded()
    #expect(state.room == 3 && state.roomBeforeWriting == 3)
    state.stop()
    #expect(state.roomBeforeWriting == 0)
  }

  @Test func endsThatCouldNotBeWrittenStayFirst() {
    var state = running(1, 2)
    state.end(ended(1))
    let taken = state.takeEnded()
    state.end(ended(2))
    state.putBack(taken)
    let all = state.takeEnded()
    #expect(all.map(\.run.id) == [1, 2])
  }

  @Test func runsPastTheirDeadlineAreCancelledOnce() {
    var state = running(1, 2)
    #expect(state.nextDeadline == start + .seconds(1))
    let late = state.timeOut(at: start + .seconds(1))
    #expect(late == [1])
    #expect(state.reason(for: 1, fence: 1) == .timedOut)
    let again = state.timeOut(at: start + .seconds(1))
    #expect(again.isEmpty)
    #expect(state.nextDeadline == start + .seconds(2))
  }

  @Test func aTaskAttachedAfterTheCancellationIsCancelled() {
    var state = RunnerState<Int64>(capacity: 1)
    state.start(1, fence: 1, deadline: start)
    let late = state.timeOut(at: start)
    #expect(late.isEmpty)
    let isToBeCancelled = state.attach(1, to: 1, fence: 1)
    #expect(isToBeCancelled)
  }

  @Test func leasesShowCancelledAndLostRuns() {
    var state = running(1, 2, 3)
    let leases = [
      HeldLease(id: 1, fence: 1, isCancelled: false), HeldLease(id: 2, fence: 1, isCancelled: true),
      HeldLease(id: 3, fence: 2, isCancelled: false),
    ]
    let cancelled = state.compare(with: leases)
    #expect(Set(cancelled) == [2, 3])
    #expect(state.reason(for: 1, fence: 1) == nil)
    #expect(state.reason(for: 2, fence: 1) == .cancelled)
    #expect(state.reason(for: 3, fence: 1) == .leaseLost)
  }

  @Test func aStoppingRunnerClaimsNothingAndEndsWhenAllIsWritten() {
    var state = running(1)
    state.stop()
    #expect(state.room == 0 && !state.isOver)
    let cutOff = state.cutOff()
    #expect(cutOff == [1])
    #expect(state.reason(for: 1, fence: 1) == .shutdown)
    state.end(ended(1))
    #expect(!state.isOver)
    _ = state.takeEnded()
    #expect(state.isOver)
  }

  @Test func anOldHandlerEndsItsOwnClaimOnly() {
    var state = running(1)
    let lost = state.compare(with: [])
    #expect(lost == [1])
    state.start(1, fence: 2, deadline: start + .seconds(9))
    state.end(ended(1))
    #expect(state.count == 1 && state.nextDeadline == start + .seconds(9))
    #expect(state.reason(for: 1, fence: 2) == nil)
  }

  @Test func aRunnerOfOneJobEndsWithIt() {
    var state = RunnerState<Int64>(capacity: 4, remaining: 1)
    #expect(state.room == 1 && !state.isOver)
    state.start(1, fence: 1, deadline: start)
    #expect(state.room == 0)
    state.end(ended(1))
    _ = state.takeEnded()
    #expect(state.isOver)
  }

  @Test func anIsolatedJobWaitsUntilTheEndsOfItsFunctionAreWritten() {
    var state = RunnerState<Int64>(capacity: 4)
    state.start(1, fence: 1, function: "f", deadline: start)
    state.end(ended(1))
    #expect(state.inHand.functions == ["f"])
    let taken = state.takeEnded()
    #expect(state.inHand.functions == [])
    state.putBack(taken)
    #expect(state.inHand.functions == ["f"])
  }

  @Test func aJobThatWasTakenOverIsIsolatedUntilItsEnd() {
    var state = RunnerState<Int64>(capacity: 4)
    state.start(1, fence: 1, function: "f", deadline: start, isIsolated: true)
    state.start(2, fence: 1, function: "g", deadline: start)
    #expect(state.inHand == JobsInHand(functions: ["f", "g"], isolated: "f"))
    state.end(ended(1))
    #expect(!state.hasIsolated && state.inHand == JobsInHand(functions: ["f", "g"], isolated: "f", lastIsolated: "f"))
    _ = state.takeEnded()
    #expect(state.inHand == JobsInHand(functions: ["g"], lastIsolated: "f"))
    state.start(3, fence: 1, function: "g", deadline: start)
    #expect(state.inHand.lastIsolated == "f")
    state.start(4, fence: 1, function: "f", deadline: start)
    #expect(state.inHand == JobsInHand(functions: ["f", "g"]))
  }

  @Test func aFunctionsOtherJobsHavePrecedenceInOneClaim() {
    var state = RunnerState<Int64>(capacity: 4)
    state.start(1, fence: 1, function: "f", deadline: start, isIsolated: true)
    state.end(ended(1))
    _ = state.takeEnded()
    state.gavePrecedence(to: "g")
    #expect(state.inHand == JobsInHand(lastIsolated: "f"))
    state.gavePrecedence(to: "f")
    #expect(state.inHand == JobsInHand())
  }
}
