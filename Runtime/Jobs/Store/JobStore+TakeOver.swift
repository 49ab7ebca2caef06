import Database
import Edge
import Foundation

/// A job whose lease ran out under another host.
struct LostJob: Sendable, Equatable {
  let id: Int64
  let name: String
  let fence: Int64
  let attempt: Int
  let maximumAttempts: Int
  let holder: String
  /// How many hosts had died with it in hand before.
  let lostLeases: Int
  /// Whether its host died, or stands still; one that stopped in good order has left the list of hosts.
  let hasHostDied: Bool
}

extension JobStore {
  /// Takes over jobs whose lease ran out: each goes back into the queue, or is dead.
  ///
  /// - Parameters:
  ///   - policy: the rules of a job or a function.
  ///   - draw: a number from 0 up to 1, for the jitter of the next try.
  /// - Returns: how the tries ended that were lost.
  func takeOver(
    policy: (String) -> QueuePolicy, in transaction: Transaction, draw: () -> Double
  ) async throws -> [EndedRun] {
    let now = clock.now
    let runs = try await lost(in: transaction).map { job -> EndedRun in
      let verdict = Verdict(lost: job, policy: policy(job.name), now: now, draw: draw())
      return EndedRun(
        id: job.id, fence: job.fence, outcome: verdict.outcome, error: verdict.error, finishedAt: now,
        milliseconds: nil, disposition: verdict.disposition, lane: job.hasHostDied ? Self.apart : nil,
        hasHostDied: job.hasHostDied)
    }
    _ = try await end(runs, in: transaction)
    return runs
  }

  /// Finds jobs whose lease ran out: their host died, or stood still. The time alone that a job takes is no reason.
  func lost(in transaction: Transaction) async throws -> [LostJob] {
    try await transaction.query(
      """
      SELECT id, name, fence, attempt, max_attempts, holder, lost_leases,
        EXISTS (SELECT 1 FROM \(sql.hosts) h WHERE h.id = holder) AS has_host_died
      FROM \(sql.jobs) WHERE state = 'running' AND holder <> \(holder) AND \(isLeaseOver) LIMIT 1000\(sql.lockWhatIsFree)
      """
    ).map {
      LostJob(
        id: try $0.get("id"), name: try $0.get("name"), fence: try $0.get("fence"), attempt: try $0.get("attempt"),
        maximumAttempts: try $0.get("max_attempts"), holder: try $0.get("holder"),
        lostLeases: try $0.get("lost_leases"),
        hasHostDied: try $0.get("has_host_died"))
    }
  }
}
