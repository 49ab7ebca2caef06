import Edge
import Foundation

/// What a try came to: its outcome, and what becomes of the job. The rules alone.
struct Verdict: Equatable {
  var outcome: RunOutcome
  var error: String?
  var disposition: Disposition

  /// Judges a try.
  ///
  /// - Parameters:
  ///   - failure: what the handler threw; nil if it returned.
  ///   - reason: why it was cancelled, if it was.
  ///   - job: the job.
  ///   - policy: the function's rules.
  ///   - now: when it ended.
  ///   - draw: a number from 0 up to 1, for the jitter.
  init(
    _ failure: (any Error)?, cancelled reason: CancelReason?, attempt: Int, maximumAttempts: Int,
    policy: QueuePolicy, now: Date, draw: Double
  ) {
    guard let failure else {
      (outcome, disposition) = (.completed, .finished)
      return
    }
    let next = Self.next(attempt, maximumAttempts, policy.backOff, now, draw)
    switch (failure, reason) {
    case (_, .cancelled):
      (outcome, error, disposition) = (.cancelled, "it was cancelled while it ran", .finished)
    case (_, .shutdown):
      (outcome, error, disposition) = (.interrupted, "the host stopped", .again(at: now, usesAttempt: false))
    case (_, .timedOut):
      (outcome, error, disposition) = (.timedOut, "it took longer than \(Self.words(policy.timeout))", next)
    case (JobError.retry(let delay, let reason), _):
      (outcome, error) = (.failed, reason)
      disposition = attempt < maximumAttempts ? .again(at: now + delay.seconds, usesAttempt: true) : .dead
    case (JobError.discard(let reason), _):
      (outcome, error, disposition) = (.discarded, reason, .finished)
    case (JobError.snooze(let delay), _):
      // A second at least: without one it would come again as fast as the disk writes.
      (outcome, disposition) = (.snoozed, .again(at: now + max(1, delay.seconds), usesAttempt: false))
    case (let failure, _):
      (outcome, error, disposition) = (.failed, Self.words(failure), next)
    }
  }

  /// How many hosts may die with a job in hand before it is dead.
  static let maximumLostLeases = 3

  /// A job whose lease ran out under another host.
  ///
  /// One that has ended its host as often as ``maximumLostLeases`` is dead, however many tries it has left: it would end the next host too.
  init(lost job: LostJob, policy: QueuePolicy, now: Date, draw: Double) {
    outcome = .lost
    let deaths = job.lostLeases + (job.hasHostDied ? 1 : 0)
    guard deaths < Self.maximumLostLeases || !job.hasHostDied else {
      (error, disposition) = ("its host died while it ran: \(deaths) times", .dead)
      return
    }
    error =
      "its lease ran out: \(job.holder) \(job.hasHostDied ? "died or stood still" : "stopped before it had ended")"
    disposition = Self.next(job.attempt, job.maximumAttempts, policy.backOff, now, draw)
  }

  private static func next(
    _ attempt: Int, _ maximumAttempts: Int, _ backOff: BackOff, _ now: Date, _ draw: Double
  ) -> Disposition {
    guard attempt < maximumAttempts else { return .dead }
    return .again(at: now + backOff.limit(afterAttempt: attempt).seconds * draw, usesAttempt: true)
  }

  /// What a person reads in the history.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as FunctionError: "\(error.code.rawValue): \(error.message)"
    case let error as AdmissionError: error.reason.message
    default: "\(error)"
    }
  }

  private static func words(_ duration: Duration) -> String {
    let seconds = duration.seconds
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int((seconds * 1000).rounded())) ms"
  }
}

extension Duration {
  /// In seconds, at most a hundred years.
  var seconds: TimeInterval { min(max(0, self / .seconds(1)), 3_155_760_000) }
}
