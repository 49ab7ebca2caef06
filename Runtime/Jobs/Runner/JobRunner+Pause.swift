import Edge
import FoundationEssentials
import Logging
import Synchronization

extension JobRunner {
  /// Whether the runner is done. Cancels the running jobs at the end of the grace period.
  func isStopping(_ loopState: inout LoopState, _ now: ContinuousClock.Instant) -> Bool {
    if state.withLock({ $0.isOver }) { return true }
    guard state.withLock({ $0.isStopping }) else { return false }
    let cutOff = loopState.cutOff ?? now + options.gracePeriod
    loopState.cutOff = cutOff
    guard now >= cutOff else { return false }
    for task in state.withLock({ $0.cutOff() }) { task.cancel() }
    // Handlers that ignore their cancellation are left behind, and so are ends that the database does not accept.
    if now >= cutOff + options.cancellationPeriod, loopState.trouble > .zero || !state.withLock({ $0.hasEnded }) {
      logger.warning(
        "Jobs are left behind: their leases run out", metadata: ["jobs": "\(state.withLock { $0.leftBehind })"])
      return true
    }
    return false
  }

  /// Waits until a job has ended, a hint arrives or a time is reached.
  /// - Returns: whether the next pass claims.
  func pause(_ loopState: LoopState) async -> ClaimMode {
    let (hasEnded, deadline, isStopping) = state.withLock { ($0.hasEnded, $0.nextDeadline, $0.isStopping) }
    if state.withLock({ $0.isOver }) { return .none }
    // The next piece of the arrangement follows at once.
    if !loopState.arrangement.isComplete, !isStopping { return .always }
    if loopState.claimsAgain, state.withLock({ $0.room }) > 0 { return .always }
    if hasEnded {
      // A commit on a server costs more than a short wait, during which more jobs may end.
      for _ in 0..<3 where store.sql.isServer && state.withLock({ $0.isMostlyRunning }) {
        try? await Task.sleep(for: .milliseconds(1), tolerance: .zero)
      }
      // The ends are written now, and their places filled in the same transaction.
      _ = signals.work.take()
      return .always
    }
    let now = ContinuousClock.now
    var pause = min(options.pollInterval, loopState.nextRenewal - now)
    // Without room the loop waits for room, not for due jobs.
    if let due = [loopState.nextDue, loopState.nextStart].compactMap({ $0 }).min(), state.withLock({ $0.room }) > 0 {
      pause = min(pause, .seconds(max(0, due.timeIntervalSince(store.clock.now))))
    }
    if let deadline { pause = min(pause, deadline - now) }
    if let cutOff = loopState.cutOff { pause = min(pause, now < cutOff ? cutOff - now : .milliseconds(50)) }
    if isStopping { pause = min(pause, .milliseconds(100)) }
    // A millisecond at least, because the due time may still be a fraction of one away.
    let isHinted = await signals.work.wait(upTo: max(pause, .milliseconds(1)))
    return state.withLock { $0.room } == 0 ? .none : isHinted ? .always : .ifDue
  }
}
