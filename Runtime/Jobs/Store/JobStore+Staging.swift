import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The result of ``stage(excluding:in:)``.
  struct Staged {
    /// The number of jobs that it made available.
    var count = 0
    /// When the next one is due; nil if it is due and another transaction has locked it.
    var next: Date?
    var isIsolatedWaiting = false
  }

  /// Makes due jobs available, at most 1000 at a time, so that other transactions can run in between.
  ///
  /// - Parameter unknown: the names of functions that this host does not have. Their isolated jobs do not count as
  ///   waiting.
  @discardableResult
  func stage(excluding unknown: Set<String> = [], in transaction: Transaction) async throws -> Staged {
    let now = clock.now
    let due: SQL =
      "SELECT id FROM \(sql.jobs) WHERE state = 'scheduled' AND run_at <= \(now) ORDER BY run_at LIMIT 1000\(sql.lockSkippingLocked)"
    let answers = try await transaction.batch(
      sql.findingByID + [
        """
        UPDATE \(sql.jobs) SET state = \(dueState)
        WHERE id \(sql.oneOf(due)) RETURNING id
        """,
        """
        SELECT (\(nextDue)) AS next,
          EXISTS (SELECT 1 FROM \(sql.jobs)
            WHERE state = 'available' AND lane = \(Self.isolationLane)\(try excluding(unknown))) AS is_isolated_waiting
        """,
      ])
    let row = answers.last?.first
    let count = answers.dropLast().last?.count ?? 0
    let next = try row?.get("next", as: Date?.self)
    return Staged(
      count: count, next: count == 0 ? next.flatMap { $0 > now ? $0 : nil } : next,
      isIsolatedWaiting: try row?.get("is_isolated_waiting") ?? false)
  }

  var dueState: SQL { "CASE WHEN \(isPaused) THEN 'held' ELSE 'available' END" }

  /// Whether a job's function is paused. A job that a command started runs all the same.
  var isPaused: SQL { "trigger <> 'manual' AND name IN (SELECT name FROM \(sql.settings) WHERE is_paused = 1)" }

  /// The due time of the next scheduled job. With `min()` Postgres may scan all scheduled jobs.
  private var nextDue: SQL { "SELECT run_at AS due FROM \(sql.jobs) WHERE state = 'scheduled' ORDER BY run_at LIMIT 1" }

  /// Reads whether there are jobs to claim or leases that ran out, and when the next job is due. It only reads, because
  /// hosts poll it.
  ///
  /// - Parameter unknown: the names of functions that this host does not have, whose jobs it does not claim.
  func outlook(excluding unknown: Set<String> = []) async throws -> (isWorkDue: Bool, isLeaseOver: Bool, next: Date?) {
    let start = ContinuousClock.now
    let row = try await database.first(
      """
      SELECT EXISTS (SELECT 1 FROM \(sql.jobs) WHERE state = 'available'\(try excluding(unknown))) AS available,
        EXISTS (SELECT 1 FROM \(sql.jobs) WHERE state = 'running' AND holder <> \(holder) AND \(isLeaseOver)) AS lost,
        (\(nextDue)) AS next, \(sql.now ?? "NULL") AS now
      """)
    guard let row else { return (false, false, nil) }
    if let databaseClock { databaseClock.set(try row.get("now"), from: start) }
    let next = try row.get("next", as: Date?.self)
    let isDue = next.map { $0 <= clock.now } ?? false
    return (try isDue || row.get("available"), try row.get("lost"), next)
  }
}
