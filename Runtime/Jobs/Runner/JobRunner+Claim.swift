import Database
import Edge
import FoundationEssentials
import Logging
import Synchronization

extension JobRunner {
  /// Writes ends and claims available jobs, in one transaction. During an arrangement of the lanes it only writes ends.
  func writeAndClaim(_ loopState: inout LoopState, _ mode: ClaimMode) async throws -> [ClaimedJob] {
    loopState.claimsAgain = false
    // Ticks are claimed before the ends of other jobs are written.
    let mayClaim = loopState.arrangement.isComplete
    let isPunctual = mayClaim && signals.ticks.take()
    let mode = isPunctual ? .always : mode
    let (ended, room) = state.withLock { state in
      let room = isPunctual ? state.roomBeforeWriting : 0
      return room > 0 ? ([], room) : (state.takeEnded(), mayClaim ? state.room : 0)
    }
    guard room > 0 || !ended.isEmpty else { return [] }
    if mode != .always, ended.isEmpty {
      let outlook = try await store.outlook(excluding: registries.unknown)
      loopState.nextDue = outlook.next
      if outlook.isLeaseOver {
        let next = max(loopState.nextTakeOver, loopState.takeOver.waitsUntil ?? .now)
        loopState.nextRenewal = min(loopState.nextRenewal, next)
      }
      guard outlook.isWorkDue else {
        // No job waits for its function's rate any more.
        loopState.nextStart = nil
        return []
      }
    }
    let began = store.clock.now
    let noted = signals.since.take()
    // Read after `since`: `replace` clears the names before it notes `since`, so a claim with that note excludes no
    // function that was added.
    let unknown = registries.unknown
    let since = mode == .ifDue ? nil : loopState.frontier.start(at: .now)?.map { min($0, noted ?? $0) }
    do {
      let (accepted, claim, staged, start) = try await store.writingEnds(logger) {
        [self, registry, only] store, transaction in
        let accepted = try await store.end(ended.map(\.run), in: transaction)
        let staged = try await store.stage(excluding: unknown, in: transaction)
        // A staged job may have been due for a long time.
        let start = store.sql.isServer && staged.count == 0 ? since : nil
        var claim =
          if let only {
            ClaimResult(jobs: room > 0 ? try await store.claim(only: only, in: transaction) : [])
          } else {
            try await store.claim(
              room, lanes: registry.lanes, since: start,
              beside: state.withLock { staged.isIsolatedWaiting || $0.hasIsolated ? $0.inHand : nil },
              excluding: unknown, in: transaction)
          }
        try await store.setUnknownAside(&claim, of: registry, in: transaction)
        return (accepted, claim, staged, start)
      }
      let claimed = claim.jobs
      loopState.nextDue = staged.next
      loopState.nextStart = claim.nextStart
      loopState.claimsAgain = claim.setAsideCount > 0
      if !claim.isWhole {
        // Jobs that were passed over are found by a full scan.
        signals.since.note(Date(timeIntervalSince1970: 0))
      } else if room > 0 {
        loopState.frontier.looked(
          from: start, on: began, claimed: claimed.map { ($0.priority, $0.scheduledAt) }, hasAll: claimed.count < room,
          at: .now)
      } else if let noted {
        signals.since.note(noted)
      }
      for run in ended.map(\.run) where !accepted.contains(run.id) {
        logger.warning("The job's lease had run out: its end was refused", metadata: ["run": "\(run.id)"])
      }
      for name in registries.note(unknown: claim.unknown) {
        logger.warning(
          "This host has no function with that name: its jobs wait for a bundle or another host that has it",
          metadata: ["job": "\(name)"])
      }
      let now = ContinuousClock.now
      state.withLock { state in
        if only != nil, claimed.isEmpty { state.giveUp() }
        if let preceded = claim.preceded { state.gavePrecedence(to: preceded) }
        for job in claimed {
          state.start(
            job.id, fence: job.fence, function: job.name, deadline: now + registry.policy(of: job.name).timeout,
            isIsolated: job.isIsolated)
        }
        metrics.isRunning(state.count)
      }
      if !claimed.isEmpty || !ended.isEmpty || claim.setAsideCount > 0 { signals.observer.changed() }
      // There may be more jobs, and another host with room for them, or with the functions that this one does not have.
      if only == nil, room > 0, claimed.count == room || !claim.unknown.isEmpty { signals.others.signal() }
      return claimed
    } catch {
      state.withLock { $0.putBack(ended) }
      if let noted { signals.since.note(noted) }
      throw error
    }
  }
}
