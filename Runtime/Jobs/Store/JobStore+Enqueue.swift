import Database
import Edge
import Foundation

extension JobStore {
  /// Writes a job into the queue, unless an unfinished one of its name has its key.
  func insert(_ job: NewJob, trigger: Invocation.Trigger, in transaction: Transaction) async throws -> EnqueuedJob {
    let now = clock.now
    let runAt = job.runAt ?? now
    let lane = job.policy.concurrency == nil ? "" : job.function
    // One that had the key may have ended by the time that it is looked for.
    for _ in 1...10 {
      let inserted = try await transaction.first(
        """
        INSERT INTO \(sql.jobs)
          (name, state, trigger, lane, priority, run_at, scheduled_at, unique_key, payload, max_attempts, enqueued_at)
        VALUES (\(job.function), \(initialState(of: job, trigger: trigger, isDue: runAt <= now)), \(trigger.rawValue),
          \(lane), \(job.priority), \(runAt), \(runAt), \(job.key), \(String(decoding: job.payload, as: UTF8.self)),
          \(job.policy.attempts), \(now))
        ON CONFLICT (name, unique_key) WHERE unique_key IS NOT NULL AND state <> 'dead' DO NOTHING
        RETURNING id
        """)
      if let inserted { return EnqueuedJob(id: try inserted.get("id"), isNew: true) }
      let present = try await transaction.first(
        """
        SELECT id FROM \(sql.jobs) WHERE name = \(job.function) AND unique_key = \(job.key)
          AND unique_key IS NOT NULL AND state <> 'dead'
        """)
      if let present { return EnqueuedJob(id: try present.get("id"), isNew: false) }
    }
    throw FunctionError.conflict("Jobs of \(job.function) with the same key come and go: try again")
  }

  /// A function that is paused gets its jobs, and keeps them; what somebody starts by hand runs nevertheless.
  private func initialState(of job: NewJob, trigger: Invocation.Trigger, isDue: Bool) -> SQL {
    let state: SQL = isDue ? "'available'" : "'scheduled'"
    guard trigger != .manual else { return state }
    return """
      CASE WHEN EXISTS (SELECT 1 FROM \(sql.settings) WHERE name = \(job.function) AND is_paused = 1)
        THEN 'held' ELSE \(state) END
      """
  }
}
