public import Database
import Edge
import Foundation

/// How a try ended.
public enum RunOutcome: String, Sendable, Hashable, CaseIterable, SQLValue {
  /// The handler returned.
  case completed
  /// The handler threw.
  case failed
  /// The handler took longer than it may, and was cancelled.
  case timedOut = "timed_out"
  /// Somebody cancelled the job.
  case cancelled
  /// The handler said that no try would do better.
  case discarded
  /// The handler asked to come later.
  case snoozed
  /// The host stopped before the handler had ended; another try follows at once.
  case interrupted
  /// The lease ran out: the host died, or stood still for too long.
  case lost
  /// A tick that did not run: the last run was still going, or no host was up.
  case skipped
}

/// What becomes of a job after a try.
enum Disposition: Sendable, Equatable {
  /// It has ended.
  case finished
  /// It comes again, at an instant.
  case again(at: Date, usesAttempt: Bool)
  /// Its tries are used up: it stays, to be looked at.
  case dead
}

/// A try that has ended, as it goes into the history.
struct EndedRun: Sendable, Equatable, Identifiable {
  /// The job.
  let id: Int64
  let fence: Int64
  let outcome: RunOutcome
  let error: String?
  let finishedAt: Date
  /// Nil if nobody knows.
  let milliseconds: Int64?
  let disposition: Disposition
  /// The lane that the job waits in from now on; nil for the one it was in.
  var lane: String?
  /// Whether the host that ran it died, or stood still for longer than its lease: it counts against the job.
  var hasHostDied = false

  /// The most of an error's text that is kept, in characters.
  static let maximumError = 2000
}

extension JobStore {
  /// Writes tries that have ended into the history, and moves their jobs on.
  ///
  /// That a job runs is told by its holder and not by its state, or else Postgres may look through the index of all that run, where much that
  /// is dead may lie.
  ///
  /// - Returns: the jobs that were this host's to end; of the others the lease is somebody else's by now, and nothing changed.
  func end(_ runs: [EndedRun], in transaction: Transaction) async throws -> Set<Int64> {
    // Of two claims of one job only the later can hold.
    let runs = Dictionary(runs.map { ($0.id, $0) }) { $0.fence > $1.fence ? $0 : $1 }.values.sorted { $0.id < $1.id }
    guard sql.isServer else { return try await endEach(runs, transaction) }
    let accepted = try await finish(runs.filter { $0.disposition == .finished }, transaction)
    return accepted.union(try await endEach(runs.filter { $0.disposition != .finished }, transaction))
  }

  /// Ends most runs, on Postgres: what leaves the queue goes straight into the history.
  private func finish(_ runs: [EndedRun], _ transaction: Transaction) async throws -> Set<Int64> {
    guard !runs.isEmpty else { return [] }
    let ended = try sql.values(of: runs, EndColumn.self)
    let statement: SQL = """
      \(ended.prefix), j AS (
        DELETE FROM \(sql.jobs) j USING \(ended.source)
        WHERE \(ended.condition) AND j.fence = \(ended[.fence]) AND j.holder IS NOT NULL
        RETURNING j.id, j.name, j.trigger, j.attempt, j.scheduled_at, j.is_late, j.started_at, j.is_cancelled, j.holder,
          j.taken_over_from, j.origin,
          \(ended[.finishedAt]) AS finished_at, \(ended[.milliseconds]) AS duration_ms,
          \(ended[.outcome]) AS outcome, \(ended[.error]) AS error)
      INSERT INTO \(sql.runs) (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at,
        duration_ms, outcome, error, host, taken_over_from, origin)
      SELECT id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms,
        CASE WHEN is_cancelled = 1 AND outcome NOT IN ('completed', 'lost') THEN 'cancelled' ELSE outcome END, error, holder,
        taken_over_from, origin
      FROM j
      RETURNING job_id
      """
    let rows = try await transaction.batch(sql.findingByID + [statement]).last ?? []
    return Set(try rows.map { try $0.get("job_id", as: Int64.self) })
  }

  private func endEach(_ runs: [EndedRun], _ transaction: Transaction) async throws -> Set<Int64> {
    guard !runs.isEmpty else { return [] }
    let ended = try sql.values(of: runs, EndColumn.self)
    let statement: SQL = """
      \(ended.prefix)
      INSERT INTO \(sql.runs) (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at,
        duration_ms, outcome, error, next_run_at, is_dead, host, taken_over_from, origin)
      SELECT j.id, j.name, j.trigger, j.attempt, j.scheduled_at, j.is_late, j.started_at, \(ended[.finishedAt]),
        \(ended[.milliseconds]), CASE WHEN j.is_cancelled = 1 AND \(ended[.outcome]) NOT IN ('completed', 'lost')
          THEN 'cancelled' ELSE \(ended[.outcome]) END,
        \(ended[.error]), CASE j.is_cancelled WHEN 0 THEN \(ended[.nextRunAt]) END,
        CASE j.is_cancelled WHEN 0 THEN \(ended[.isDead]) ELSE 0 END, j.holder, j.taken_over_from, j.origin
      FROM \(ended.source), \(sql.jobs) j
      WHERE \(ended.condition) AND j.fence = \(ended[.fence]) AND j.holder IS NOT NULL\(lockJobs)
      RETURNING job_id
      """
    let rows = try await transaction.batch(sql.findingByID + [statement]).last ?? []
    let accepted = Set(try rows.map { try $0.get("job_id", as: Int64.self) })
    try await move(runs.filter { accepted.contains($0.id) }, transaction)
    return accepted
  }

  /// Whoever ends a claim at the same time, because its lease is over, comes first or second, and the second finds another state or fence.
  private var lockJobs: SQL { sql.isServer ? "\(sql.lock) OF j" : "" }

  private func move(_ runs: [EndedRun], _ transaction: Transaction) async throws {
    let finished = runs.filter { $0.disposition == .finished }
    if !finished.isEmpty {
      try await transaction.execute("DELETE FROM \(sql.jobs) WHERE id \(sql.oneOf(sql.ids(finished.map(\.id))))")
    }
    let moved = runs.filter { $0.disposition != .finished }
    guard !moved.isEmpty else { return }
    // Whoever cancelled a job while it ran does not want it again.
    try await transaction.execute(
      """
      DELETE FROM \(sql.jobs) WHERE is_cancelled = 1
        AND id \(sql.oneOf(sql.ids(moved.map(\.id))))
      """)
    let move = try sql.values(of: moved, MoveColumn.self)
    try await transaction.execute(
      """
      \(move.prefix)
      UPDATE \(sql.jobs) AS j SET state = \(move[.state]), run_at = coalesce(\(move[.runAt]), j.run_at),
        attempt = attempt - \(move[.unusedAttempts]), lane = coalesce(\(move[.lane]), j.lane),
        lost_leases = lost_leases + \(move[.deaths]), taken_over_from = CASE
          WHEN \(move[.isLost]) = 1 THEN holder WHEN \(move[.unusedAttempts]) = 1 THEN taken_over_from END,
        holder = NULL, lease_epoch = NULL, lease_until = NULL, is_cancelled = 0
      FROM \(move.source) WHERE \(move.condition)
      """)
  }
}
