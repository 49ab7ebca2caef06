import Testing

@testable import Worker

/// The retirement of a worker, without tasks and without a channel.
@Suite struct WorkerRetirementTests {
  @Test func aRetiredWorkerWithoutCallsLeavesAndBeginsNone() {
    var worker = WorkerRetirement()
    let leaves = worker.retire()
    let begins = worker.begin()
    #expect(leaves)
    #expect(!begins)
  }

  @Test func aRetiredWorkerBeginsCallsUntilItsLastOneHasEnded() {
    var worker = WorkerRetirement()
    let first = worker.begin()
    let leavesAtOnce = worker.retire()
    let second = worker.begin()
    let leavesAfterOne = worker.end()
    let leavesAfterBoth = worker.end()
    let third = worker.begin()
    #expect(first && second, "a call on its way is still answered while another one runs")
    #expect(!leavesAtOnce && !leavesAfterOne)
    #expect(leavesAfterBoth)
    #expect(!third)
  }

  @Test func aWorkerThatIsNotRetiredStays() {
    var worker = WorkerRetirement()
    let first = worker.begin()
    let leaves = worker.end()
    let second = worker.begin()
    #expect(first && second && !leaves)
  }
}
