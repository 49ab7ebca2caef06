import Edge
import FoundationEssentials

/// The verdict about a try: its outcome and the disposition of its job. A pure function of its inputs.
struct Verdict: Equatable {
  var outcome: RunOutcome
  var error: String?
  var disposition: Disposition

  /// Decides about a try that ended on this host. `failure` is the handler's error, nil if it returned; `reason` is the
  /// reason of its cancellation, nil without one; `attempt` is the number of the try, from 1; `draw` is a random number
  /// in 0..<1, for the jitter.
  init(
    _ failure: (any Error)?, cancelled reason: CancelReason?, attempt: Int, maximumAttempts: Int,
    policy: QueuePolicy, now: Date, draw: Double
  ) {
    if reason == .leaseLost {
      // The database refuses this end, since another host decides about the job.
      (outcome, error) = (.lost, "its lease ran out while it ran: this host does not hold the job any more")
      disposition = .again(at: now, usesAttempt: false)
      return
    }
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
      // A second at least: without a pause it would come again as fast as the disk writes.
      (outcome, disposition) = (.snoozed, .again(at: now + max(1, delay.seconds), usesAttempt: false))
    case (let failure, _):
      (outcome, error, disposition) = (.failed, Self.words(failure), next)
    }
  }

  /// The number of hosts that may die while they run a job before the job is dead.
  static let maximumLostLeases = 3

  /// Decides about a try whose lease ran out on another host.
  ///
  /// A job during which ``maximumLostLeases`` hosts died is dead, even with tries left, because it would end the next
  /// host too. A job that was cancelled ends.
  init(lost job: LostJob, policy: QueuePolicy, now: Date, draw: Double) {
    let lost =
      "its lease ran out: \(job.holder) \(job.hasHostDied ? "died or stood still" : "stopped before it had ended")"
    guard !job.isCancelled else {
      (outcome, error, disposition) = (.cancelled, lost, .finished)
      return
    }
    outcome = .lost
    let deaths = job.lostLeases + (job.hasHostDied ? 1 : 0)
    guard deaths < Self.maximumLostLeases || !job.hasHostDied else {
      (error, disposition) = ("its host died while it ran: \(deaths) times", .dead)
      return
    }
    error = lost
    disposition = Self.next(job.attempt, job.maximumAttempts, policy.backOff, now, draw)
  }

  private static func next(
    _ attempt: Int, _ maximumAttempts: Int, _ backOff: BackOff, _ now: Date, _ draw: Double
  ) -> Disposition {
    guard attempt < maximumAttempts else { return .dead }
    return .again(at: now + backOff.limit(afterAttempt: attempt).seconds * draw, usesAttempt: true)
  }

  /// The text of an error for the history.
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
