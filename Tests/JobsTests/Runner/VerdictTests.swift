import Edge
import Foundation
import Testing

@testable import Jobs

@Suite struct VerdictTests {
  private struct Odd: Error, CustomStringConvertible { let description = "odd" }

  private let now = Date(timeIntervalSince1970: 1_000_000)
  private let policy = QueuePolicy(
    attempts: 4, backOff: BackOff(base: .seconds(2), cap: .seconds(10)), timeout: .seconds(30))

  private func verdict(
    _ failure: (any Error)?, _ reason: CancelReason? = nil, attempt: Int = 1, of attempts: Int = 4, draw: Double = 1
  ) -> Verdict {
    Verdict(
      failure, cancelled: reason, attempt: attempt, maximumAttempts: attempts, policy: policy, now: now, draw: draw)
  }

  private func again(_ seconds: Double, usesAttempt: Bool = true) -> Disposition {
    .again(at: now.addingTimeInterval(seconds), usesAttempt: usesAttempt)
  }

  @Test func aHandlerThatReturnsIsCompleted() {
    #expect(verdict(nil).outcome == .completed)
    #expect(verdict(nil).disposition == .finished)
    #expect(verdict(nil, .timedOut).outcome == .completed)
  }

  @Test func theBackOffDoublesUpToItsLimitWithFullJitter() {
    #expect(verdict(Odd(), attempt: 1).disposition == again(2))
    #expect(verdict(Odd(), attempt: 2).disposition == again(4))
    #expect(verdict(Odd(), attempt: 3).disposition == again(8))
    #expect(verdict(Odd(), attempt: 4, of: 5).disposition == again(10))
    #expect(verdict(Odd(), attempt: 1, draw: 0).disposition == again(0))
    #expect(verdict(Odd(), attempt: 2, draw: 0.25).disposition == again(1))
    #expect(verdict(Odd(), attempt: .max - 1, of: .max).disposition == again(10))
  }

  @Test func aFailedLastAttemptIsDead() {
    let verdict = verdict(Odd(), attempt: 4)
    #expect(verdict.outcome == .failed && verdict.disposition == .dead && verdict.error == "odd")
  }

  @Test func errorsAreTheTextsOfTheHistory() {
    #expect(verdict(FunctionError.conflict("no")).error == "CONFLICT: no")
    #expect(verdict(Odd()).error == "odd")
  }

  @Test func retryAfterOverridesTheBackOffButNotTheLimitOfAttempts() {
    let error = JobError.retry(after: .seconds(90), reason: "busy")
    #expect(verdict(error).disposition == again(90))
    #expect(verdict(error).error == "busy")
    #expect(verdict(error, attempt: 4).disposition == .dead)
    #expect(verdict(JobError.retry(after: .seconds(-5), reason: "")).disposition == again(0))
  }

  @Test func aJobThatEndsItsWorkerUsesUpItsTries() {
    let first = verdict(WorkerFailure.died, attempt: 1)
    #expect(first.outcome == .failed && first.disposition == again(2))
    #expect(first.error == "the function's worker ended during the call")
    #expect(verdict(WorkerFailure.resourceLimit(.memory), attempt: 4).disposition == .dead)
  }

  @Test func discardEndsTheJob() {
    let verdict = verdict(JobError.discard(reason: "gone"))
    #expect(verdict.outcome == .discarded && verdict.disposition == .finished && verdict.error == "gone")
  }

  @Test func snoozeUsesNoAttempt() {
    let verdict = verdict(JobError.snooze(for: .seconds(5)), attempt: 4)
    #expect(verdict.outcome == .snoozed && verdict.disposition == again(5, usesAttempt: false))
  }

  @Test func aTimeoutIsAFailure() {
    let verdict = verdict(CancellationError(), .timedOut)
    #expect(verdict.outcome == .timedOut && verdict.disposition == again(2))
    #expect(verdict.error == "it took longer than 30 s")
    #expect(self.verdict(CancellationError(), .timedOut, attempt: 4).disposition == .dead)
  }

  @Test func aCancelledJobDoesNotRunAgain() {
    #expect(verdict(CancellationError(), .cancelled).outcome == .cancelled)
    #expect(verdict(CancellationError(), .cancelled).disposition == .finished)
  }

  @Test func anInterruptedJobRunsAgainAtOnceAndUsesNoAttempt() {
    let verdict = verdict(CancellationError(), .shutdown, attempt: 4)
    #expect(verdict.outcome == .interrupted && verdict.disposition == again(0, usesAttempt: false))
  }

  @Test func aRunWhoseLeaseWasLostIsLostWhateverItsHandlerDid() {
    for failure in [nil, CancellationError(), Odd()] as [(any Error)?] {
      let verdict = verdict(failure, .leaseLost, attempt: 4)
      #expect(verdict.outcome == .lost && verdict.disposition == again(0, usesAttempt: false))
      #expect(verdict.error == "its lease ran out while it ran: this host does not hold the job any more")
    }
  }

  private func lost(_ attempt: Int, of attempts: Int, after deaths: Int = 0, hasHostDied: Bool = true) -> Verdict {
    let job = LostJob(
      id: 1, name: "a", fence: 1, attempt: attempt, maximumAttempts: attempts, holder: "h/1/x", lostLeases: deaths,
      hasHostDied: hasHostDied)
    return Verdict(lost: job, policy: policy, now: now, draw: 0.5)
  }

  @Test func aLostJobIsRetriedWhileAttemptsAreLeft() {
    #expect(lost(1, of: 2).outcome == .lost && lost(1, of: 2).disposition == again(1))
    #expect(lost(1, of: 2).error == "its lease ran out: h/1/x died or stood still")
    #expect(lost(2, of: 2).disposition == .dead)
  }

  @Test func aJobIsDeadWhenThreeHostsHaveDiedUnderIt() {
    #expect(lost(2, of: 20, after: 1).disposition == again(2))
    #expect(lost(3, of: 20, after: 2).disposition == .dead)
    #expect(lost(3, of: 20, after: 2).error == "its host died while it ran: 3 times")
    #expect(lost(9, of: 20, after: 3).error == "its host died while it ran: 4 times", "one that was retried by hand")
  }

  @Test func aLostJobThatWasCancelledEndsAndIsNotDead() {
    let job = LostJob(
      id: 1, name: "a", fence: 1, attempt: 2, maximumAttempts: 2, holder: "h/1/x", lostLeases: 2, hasHostDied: true,
      isCancelled: true)
    let verdict = Verdict(lost: job, policy: policy, now: now, draw: 0.5)
    #expect(verdict.outcome == .cancelled && verdict.disposition == .finished)
    #expect(verdict.error == "its lease ran out: h/1/x died or stood still")
  }

  @Test func aHostThatShutDownDoesNotCountAsALostLease() {
    let verdict = lost(3, of: 20, after: 2, hasHostDied: false)
    #expect(verdict.disposition == again(4))
    #expect(verdict.error == "its lease ran out: h/1/x stopped before it had ended")
  }
}
