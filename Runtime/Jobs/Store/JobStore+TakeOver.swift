import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Takes over jobs whose lease ran out: each returns to the queue, is dead, or ends if it was cancelled. Returns the
  /// ends of the lost tries. `draw` returns a random number in 0..<1, for the jitter of the next try; without jitter it
  /// returns 1.
  func takeOver(
    policy: (String) -> QueuePolicy, in transaction: Transaction, draw: () -> Double
  ) async throws -> [EndedRun] {
    let now = clock.now
    let runs = try await lost(in: transaction).map { job -> EndedRun in
      let verdict = Verdict(lost: job, policy: policy(job.name), now: now, draw: draw())
      return EndedRun(
        id: job.id, fence: job.fence, outcome: verdict.outcome, error: verdict.error, finishedAt: now,
        milliseconds: nil, disposition: verdict.disposition, lane: job.hasHostDied ? Self.isolationLane : nil,
        hasHostDied: job.hasHostDied)
    }
    _ = try await end(runs, in: transaction)
    return runs
  }

  /// Finds jobs of other hosts whose lease ran out, because the host died or stopped responding. A long run does not
  /// end a lease.
  func lost(in transaction: Transaction) async throws -> [LostJob] {
    try await transaction.query(
      """
      SELECT id, name, fence, attempt, max_attempts, holder, lost_leases, is_cancelled,
        EXISTS (SELECT 1 FROM \(sql.hosts) h WHERE h.id = holder) AS has_host_died
      FROM \(sql.jobs) WHERE state = 'running' AND holder <> \(holder) AND \(isLeaseOver) LIMIT 1000\(sql.lockSkippingLocked)
      """
    ).map {
      LostJob(
        id: try $0.get("id"), name: try $0.get("name"), fence: try $0.get("fence"), attempt: try $0.get("attempt"),
        maximumAttempts: try $0.get("max_attempts"), holder: try $0.get("holder"),
        lostLeases: try $0.get("lost_leases"),
        hasHostDied: try $0.get("has_host_died"), isCancelled: try $0.get("is_cancelled"))
    }
  }
}
