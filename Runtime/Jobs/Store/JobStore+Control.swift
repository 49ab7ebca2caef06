import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Cancels a job. A waiting job ends; a running one is marked, and its host cancels the handler.
  @discardableResult
  func cancel(_ id: Int64, because reason: String, in transaction: Transaction) async throws -> CancelResult {
    // A concurrent claim has committed when this lock is granted.
    if sql.isServer { _ = try await transaction.query("SELECT id FROM \(sql.jobs) WHERE id = \(id)\(sql.lock)") }
    let marked = try await transaction.execute(
      "UPDATE \(sql.jobs) SET is_cancelled = 1 WHERE id = \(id) AND state = 'running'")
    guard marked == 0 else { return .cancelling }
    return try await remove(id, .cancelled, because: reason, in: transaction) ? .cancelled : .notFound
  }

  /// Removes a waiting or dead job from the queue.
  ///
  /// - Returns: its name; nil if there is no such job.
  /// - Throws: `FunctionError` 409 if it runs.
  func discard(_ id: Int64, because reason: String, in transaction: Transaction) async throws -> String? {
    let found = try await transaction.first("SELECT name, state FROM \(sql.jobs) WHERE id = \(id)\(sql.lock)")
    guard let row = found else { return nil }
    guard try row.get("state", as: String.self) != "running" else {
      throw FunctionError.conflict("Job \(id) runs at this moment: cancel it instead")
    }
    _ = try await remove(id, .discarded, because: reason, in: transaction)
    return try row.get("name")
  }

  /// Moves a job from the queue to the history.
  private func remove(
    _ id: Int64, _ outcome: RunOutcome, because reason: String, in transaction: Transaction
  ) async throws -> Bool {
    try await transaction.execute(writingHistory(of: "id = \(id)", outcome, because: reason))
    return try await transaction.execute("DELETE FROM \(sql.jobs) WHERE id = \(id)") == 1
  }

  /// The statement that writes the jobs of a condition, which do not run, to the history.
  func writingHistory(of condition: SQL, _ outcome: RunOutcome, because reason: String) -> SQL {
    """
    INSERT INTO \(sql.runs)
      (job_id, name, trigger, attempt, scheduled_at, is_late, finished_at, outcome, error, taken_over_from, origin)
    SELECT id, name, trigger, attempt, scheduled_at, is_late, \(clock.now), \(outcome.rawValue), \(reason),
      taken_over_from, origin
    FROM \(sql.jobs) WHERE \(condition)
    """
  }

  /// Makes a dead job, or one that waits for its next try, due now. A pause holds it. A dead job gets a number of
  /// further tries.
  ///
  /// - Returns: its name and its new state; nil if there is no such job.
  /// - Throws: `FunctionError` 409 if it runs, or another job has its key.
  func retry(
    _ id: Int64, attempts: (String) -> Int, in transaction: Transaction
  ) async throws -> JobCommand.Retried? {
    let found = try await transaction.first("SELECT name, state FROM \(sql.jobs) WHERE id = \(id)\(sql.lock)")
    guard let row = found else { return nil }
    let name: String = try row.get("name")
    let state: String = try row.get("state")
    guard state != "running" else { throw FunctionError.conflict("Job \(id) runs at this moment") }
    do {
      let rows = try await transaction.query(
        """
        UPDATE \(sql.jobs) SET state = \(dueState), run_at = \(clock.now),
          max_attempts = CASE state WHEN 'dead' THEN attempt + \(attempts(name)) ELSE max_attempts END,
          lost_leases = CASE state WHEN 'dead' THEN 0 ELSE lost_leases END WHERE id = \(id)
        RETURNING state
        """)
      guard let updated = rows.first, let newState = JobState(rawValue: try updated.get("state")) else { return nil }
      return JobCommand.Retried(id: id, name: name, state: newState)
    } catch let error as DatabaseError where error.code == .uniqueViolation {
      throw FunctionError.conflict("Another job of \(name) with the same key is unfinished")
    }
  }

  /// Whether the queue has jobs of a name, or the name has settings.
  func isStored(_ name: String) async throws -> Bool {
    try await database.first(
      """
      SELECT 1 AS is_stored WHERE EXISTS (SELECT 1 FROM \(sql.settings) WHERE name = \(name))
        OR EXISTS (SELECT 1 FROM \(sql.jobs) WHERE name = \(name))
      """) != nil
  }

  /// Pauses or resumes a job's schedule or a function's queue.
  ///
  /// While paused nothing starts by itself, and running jobs continue. Ticks are dropped; enqueued jobs wait. The first
  /// waiting jobs are held or released here, and the others by ``moveWaiting(of:isPaused:after:in:)``.
  func setPaused(_ isPaused: Bool, _ name: String, in transaction: Transaction) async throws {
    if !isPaused { try await resumeTicks(of: name, in: transaction) }
    try await transaction.execute(
      """
      INSERT INTO \(sql.settings) (name, is_paused) VALUES (\(name), \(isPaused))
      ON CONFLICT (name) DO UPDATE SET is_paused = excluded.is_paused
      """)
    _ = try await moveWaiting(of: name, isPaused: isPaused, after: 0, in: transaction)
  }

  /// Lets the ticks of a schedule go on from now: after a pause, whose ticks are not caught up, and if the clock was set
  /// back far after ticks had been decided (``ScheduleState/isAhead(of:)``).
  private func resumeTicks(of name: String, in transaction: Transaction) async throws {
    let now = clock.now
    try await transaction.execute(
      """
      UPDATE \(sql.settings) SET last_tick = \(now) WHERE name = \(name)
        AND (is_paused = 1 AND last_tick < \(now) OR last_tick > \(now.addingTimeInterval(ScheduleState.tolerance)))
      """)
  }

  /// Holds waiting jobs of a paused function, or releases those of a resumed one: at most ``moveLimit`` of the next
  /// ``stretch`` jobs after an id. None is moved if the function was resumed or paused meanwhile.
  ///
  /// A job that another transaction has locked is left out. A claim holds it, or a renewal releases it.
  ///
  /// - Returns: the id of the last job that was examined; nil once all jobs of the queue were.
  func moveWaiting(
    of name: String, isPaused: Bool, after id: Int64, in transaction: Transaction
  ) async throws -> Int64? {
    // A plain test of the state would make Postgres scan the index of all held jobs.
    let condition: SQL =
      isPaused ? "state IN ('available', 'scheduled') AND trigger <> 'manual'" : "state || '' = 'held'"
    let state: SQL = isPaused ? "'held'" : "'scheduled'"
    let last = try await transaction.batch(sql.findingByID + [endOfChunk(Self.stretch, after: id)]).last?.first
    let end: Int64? = try last?.get("id")
    let upTo: SQL = end.map { " AND id <= \($0)" } ?? ""
    let waiting: SQL = """
      SELECT id FROM \(sql.jobs) WHERE id > \(id)\(upTo) AND name = \(name) AND \(condition)
        AND EXISTS (SELECT 1 FROM \(sql.settings) s WHERE s.name = \(name) AND s.is_paused = \(isPaused))
      ORDER BY id LIMIT \(Self.moveLimit)\(sql.lockSkippingLocked)
      """
    let statement: SQL = "UPDATE \(sql.jobs) SET state = \(state) WHERE id \(sql.oneOf(waiting)) RETURNING id"
    let moved = try await transaction.batch(sql.findingByID + [statement]).last ?? []
    guard moved.count == Self.moveLimit else { return end }
    // `RETURNING` has no defined order.
    return try moved.map { try $0.get("id", as: Int64.self) }.max()
  }

  /// Releases held jobs of functions that are not paused, at most ``moveLimit`` of them together.
  ///
  /// A resumption leaves them if it was interrupted between two pieces. On a server it also leaves the jobs of
  /// transactions that commit after it. It does not wait for those, because any handler may have begun one.
  ///
  /// - Returns: whether there may be more.
  func releaseHeld(in transaction: Transaction) async throws -> Bool {
    // The names first: a paused function may have many held jobs, which each renewal would read. With `min()` Postgres
    // may read them all the same.
    let names: SQL = """
      WITH RECURSIVE n (name) AS (
        SELECT (SELECT name FROM \(sql.jobs) WHERE state = 'held' ORDER BY name LIMIT 1)
        UNION ALL
        SELECT (SELECT q.name FROM \(sql.jobs) q WHERE q.state = 'held' AND q.name > n.name ORDER BY q.name LIMIT 1)
        FROM n WHERE n.name IS NOT NULL)
      SELECT name FROM n
      WHERE name IS NOT NULL AND name NOT IN (SELECT s.name FROM \(sql.settings) s WHERE s.is_paused = 1)
      """
    var left = Self.moveLimit
    for row in try await transaction.batch(sql.findingByID + [names]).last ?? [] where left > 0 {
      let name: String = try row.get("name")
      let held: SQL = """
        SELECT id FROM \(sql.jobs) WHERE state = 'held' AND name = \(name) LIMIT \(left)\(sql.lockSkippingLocked)
        """
      let statement: SQL = "UPDATE \(sql.jobs) SET state = 'scheduled' WHERE id \(sql.oneOf(held)) RETURNING id"
      left -= try await transaction.batch(sql.findingByID + [statement]).last?.count ?? 0
    }
    return left == 0
  }

  func pausedNames() async throws -> Set<String> {
    Set(
      try await database.query("SELECT name FROM \(sql.settings) WHERE is_paused = 1").map { try $0.get("name") })
  }
}
