import Edge
import Foundation
import Logging
import Synchronization

extension JobRunner {
  /// When the loop has to look again by itself.
  struct Agenda {
    var nextRenewal = ContinuousClock.now
    var nextDue: Date?
    /// When a function whose rate is used up may start its next job.
    var nextStart: Date?
    /// When the queue is counted for the metrics; a host that has just started claims first.
    var nextCount = ContinuousClock.now + .seconds(1)
    var frontier = ClaimFrontier()
    /// Whether what waits is in the lanes that the functions have now.
    var isArranged = false
    var cutOff: ContinuousClock.Instant?
    /// Whether this host is off the list of hosts, because it stops.
    var hasLeft = false
    /// Doubled while the database refuses.
    var trouble: Duration = .zero
  }

  /// What a turn of the loop does about the queue.
  enum Look {
    /// Nothing: there is no room.
    case none
    /// Ask first, by reading alone: nothing says that there is something.
    case ask
    /// Claim: something was enqueued, perhaps in a transaction that is not committed yet; the claim waits for it, and a
    /// look would not see it.
    case claim
  }

  /// Whether the runner is done; when the grace time is over, what is in hand is cancelled.
  func isStopping(_ agenda: inout Agenda, _ now: ContinuousClock.Instant) -> Bool {
    if state.withLock({ $0.isOver }) { return true }
    guard state.withLock({ $0.isStopping }) else { return false }
    let cutOff = agenda.cutOff ?? now + options.gracePeriod
    agenda.cutOff = cutOff
    guard now >= cutOff else { return false }
    for task in state.withLock({ $0.cutOff() }) { task.cancel() }
    // A handler that does not heed its cancellation ends with the process, and so does an end that the database does not take.
    if now >= cutOff + options.cancellationPeriod, agenda.trouble > .zero || !state.withLock({ $0.hasEnded }) {
      logger.warning(
        "Jobs are left behind: their leases run out", metadata: ["jobs": "\(state.withLock { $0.leftBehind })"])
      return true
    }
    return false
  }

  /// Waits until there is something to do.
  ///
  /// - Returns: what to do about the queue then.
  func pause(_ agenda: Agenda) async -> Look {
    let (hasEnded, deadline, isStopping) = state.withLock { ($0.hasEnded, $0.nextDeadline, $0.isStopping) }
    if state.withLock({ $0.isOver }) { return .none }
    if hasEnded {
      // A commit on a server costs more than a short wait, in which many more may end.
      for _ in 0..<3 where store.sql.isServer && state.withLock({ $0.isMostlyRunning }) {
        try? await Task.sleep(for: .milliseconds(1), tolerance: .zero)
      }
      // What has ended is written now, and its place taken in the same transaction.
      _ = signals.work.take()
      return .claim
    }
    let now = ContinuousClock.now
    var pause = min(options.pollInterval, agenda.nextRenewal - now)
    // Without room the loop waits for room, not for what is due.
    if let due = [agenda.nextDue, agenda.nextStart].compactMap({ $0 }).min(), state.withLock({ $0.room }) > 0 {
      pause = min(pause, .seconds(max(0, due.timeIntervalSince(store.clock.now))))
    }
    if let deadline { pause = min(pause, deadline - now) }
    if let cutOff = agenda.cutOff { pause = min(pause, now < cutOff ? cutOff - now : .milliseconds(50)) }
    if isStopping { pause = min(pause, .milliseconds(100)) }
    // A millisecond at least: what is due to the instant may still be a fraction away.
    let isHinted = await signals.work.wait(upTo: max(pause, .milliseconds(1)))
    return state.withLock { $0.room } == 0 ? .none : isHinted ? .claim : .ask
  }
}
