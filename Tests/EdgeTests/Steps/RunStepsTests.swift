import Foundation
import Testing

@testable import Edge

@Suite struct RunStepsTests {
  private func operation(_ step: RunSteps.Running, until now: Int64) -> RunOperation? {
    step.isKept
      ? RunOperation(
        kind: step.kind, text: "s", began: Int(step.began / 1000), microseconds: Int((now - step.began) / 1000)) : nil
  }

  @Test func aTimeInWhichSeveralStepsRunCountsOnce() {
    var steps = RunSteps()
    let first = steps.begin(.statement, at: 1_000_000)
    let second = steps.begin(.enqueue, at: 2_000_000)
    let call = steps.begin(.call, at: 2_000_000)
    steps.end(first, operation(first, until: 3_000_000), at: 3_000_000)
    steps.end(second, operation(second, until: 5_000_000), at: 5_000_000)
    steps.end(call, operation(call, until: 6_000_000), at: 6_000_000)
    let third = steps.begin(.statement, at: 9_000_000)
    steps.end(third, operation(third, until: 9_500_000), at: 9_500_000)
    let summary = steps.summary(at: 10_000_000)
    #expect(summary.database == 4500)
    #expect(summary.calls == 4000)
    #expect(summary.operations.map(\.began) == [1000, 2000, 2000, 9000])
    #expect(summary.operations.map(\.microseconds) == [2000, 3000, 4000, 500])
  }

  @Test func theFirstStepsAreKeptAndTheOthersCounted() {
    var steps = RunSteps()
    // The first step ends last, and is kept all the same.
    let outer = steps.begin(.call, at: 0)
    for number in 1...99 {
      let now = Int64(number) * 1_000_000
      let step = steps.begin(.statement, at: now)
      steps.end(step, operation(step, until: now + 500_000), at: now + 500_000)
    }
    #expect(steps.summary(at: 100_000_000).operations.count == 63)
    steps.end(outer, operation(outer, until: 100_000_000), at: 100_000_000)
    let summary = steps.summary(at: 100_000_000)
    #expect(summary.operations.count == RunSteps.capacity)
    #expect(summary.operations.first?.kind == .call)
    #expect(summary.dropped == 36)
    #expect(summary.database == 99 * 500)
    #expect(summary.calls == 100_000)
  }

  @Test func aStepThatRunsStillCountsInTheSum() {
    var steps = RunSteps()
    _ = steps.begin(.push, at: 1_000_000)
    steps.beginTime(true, at: 2_000_000)
    let summary = steps.summary(at: 4_000_000)
    #expect(summary.calls == 3000 && summary.database == 2000)
    #expect(summary.operations.isEmpty && summary.dropped == 0)
  }

  @Test(arguments: [
    ("https://a.example/b?token=x", "https://a.example/b"), ("https://a.example/b#c?d", "https://a.example/b"),
    ("http://user:secret@a.example:81/b", "http://a.example:81/b"), ("http://a@b@c/d@e", "http://c/d@e"),
    ("http://[::1]:8080", "http://[::1]:8080"), ("//user@a/b", "//user@a/b"), ("", ""), ("http://", "http://"),
    ("http://a?x@y", "http://a"),
  ])
  func anAddressHasNoQueryAndNoPassword(url: String, address: String) {
    #expect(ObservedTransport.address(of: url) == address)
  }

  @Test func anErrorIsItsKind() {
    struct Odd: Error { let value = "secret" }
    #expect(StepError.kind(of: DatabaseError(.uniqueViolation, "secret")) == "uniqueViolation")
    #expect(StepError.kind(of: FunctionError.notFound("MATCH_NOT_FOUND", "secret")) == "MATCH_NOT_FOUND")
    #expect(StepError.kind(of: CancellationError()) == "cancelled")
    #expect(StepError.kind(of: Odd()) == "Odd")
    #expect(StepError.kind(of: FunctionError.validation("x")).utf8.count <= 256)
  }
}
