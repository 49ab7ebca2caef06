import Database
import Edge
import FoundationEssentials
import Logging
import Synchronization

extension JobRunner {
  /// Renews the leases of this host's jobs, and takes over jobs whose lease ran out.
  func renew(_ loopState: inout LoopState) async throws {
    loopState.nextRenewal = .now + options.lease / 3
    try await store.setClock()
    if let clock = store.databaseClock, clock.takeStep() { loopState.takeOver.clockStepped() }
    // This host claims nothing between here and the transaction.
    let claims = state.withLock { $0.claims }
    let isAnnounced = only == nil && !loopState.hasLeft
    let permit = loopState.takeOver
    let (leases, unknown, rescued, takesOver, isMoreToMove) = try await store.writingEnds(logger) {
      [registry, options] store, transaction in
      let leases = try await store.renew(in: transaction)
      let takesOver = permit.isGiven(at: .now)
      // Giving back a job that another transaction has locked would wait for that transaction.
      let unknown = leases.filter { $0.isRenewed && !claims.contains(.init(id: $0.id, fence: $0.fence)) }
      try await store.giveBack(unknown, in: transaction)
      let rescued =
        takesOver ? try await store.takeOver(policy: registry.policy(of:), in: transaction) { options.draw() } : []
      let isMoreHeld = try await store.releaseHeld(in: transaction)
      if isAnnounced { try await store.announce(in: transaction) }
      let isMoreInLanes = try await store.emptyLanes(
        besides: registry.lanes, of: Set(registry.runnables.keys), in: transaction)
      return (leases, unknown, rescued, takesOver, isMoreHeld || isMoreInLanes)
    }
    if isMoreToMove {
      loopState.nextRenewal = .now
    } else if leases.contains(where: { !$0.isRenewed }) {
      loopState.nextRenewal = .now + min(.seconds(1), options.lease / 3)
    }
    // A lost job that another transaction has locked is not taken over. Without a wait the loop would renew in each pass.
    loopState.nextTakeOver = rescued.isEmpty ? .now + min(.seconds(1), options.lease / 3) : .now
    loopState.takeOver.renewed(at: .now, isGiven: takesOver)
    for task in state.withLock({ $0.compare(with: leases) }) { task.cancel() }
    if !unknown.isEmpty { signals.enqueued(since: nil) }
    if !rescued.isEmpty {
      logger.warning("Took over jobs whose lease had run out", metadata: ["jobs": "\(rescued.count)"])
      for run in rescued where run.disposition == .dead {
        logger.error("The job is dead", metadata: ["run": "\(run.id)", "error": "\(run.error ?? "")"])
      }
      signals.work.signal()
    }
  }
}
