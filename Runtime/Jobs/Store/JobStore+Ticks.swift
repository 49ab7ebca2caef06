import Database
import Edge
import Foundation

/// What is remembered of a scheduled job.
struct ScheduleState: Sendable, Equatable {
  var lastTick: Date
  var isPaused: Bool
  /// The run of the schedule that still goes on, or waits for a retry.
  var lastRun: Int64?
}

/// A tick that is due, on its way into the queue.
struct DueTick: Sendable {
  let name: String
  let tick: Date
  let runAt: Date
  let isLate: Bool
  let lane: String
  let maximumAttempts: Int
}

/// Ticks that do not run, on their way into the history.
struct SkippedTick: Sendable {
  let name: String
  let tick: Date
  let isLate: Bool
  let reason: String
}

extension JobStore {
  /// Makes the schedules known.
  ///
  /// - Parameter definitions: each job's schedule and zone. One that is new, or has changed, begins now: what it would have meant before is nobody's wish.
  func register(_ definitions: [String: String]) async throws {
    let now = clock.now
    let names = try JSONRows(Array(definitions.keys))
    let rows = try JSONRows(definitions.map { [.string($0), .string($1)] })
    try await database.transaction { transaction in
      try await transaction.execute(
        """
        UPDATE swiftlet_job_settings SET definition = NULL
        WHERE definition IS NOT NULL AND name NOT IN (SELECT value FROM json_each(\(names)))
        """)
      try await transaction.execute(
        """
        INSERT INTO swiftlet_job_settings (name, definition, last_tick)
        SELECT value ->> 0, value ->> 1, \(now) FROM json_each(\(rows)) WHERE true
        ON CONFLICT (name) DO UPDATE SET
          last_tick = CASE WHEN definition = excluded.definition THEN max(last_tick, coalesce(last_tick, excluded.last_tick))
            ELSE max(coalesce(last_tick, ''), excluded.last_tick) END,
          definition = excluded.definition
        """)
    }
  }

  /// What is remembered of some jobs.
  func scheduleStates(of names: [String], in transaction: Transaction) async throws -> [String: ScheduleState] {
    let names = try JSONRows(names)
    let rows = try await transaction.query(
      """
      SELECT s.name, s.last_tick, s.is_paused,
        (SELECT max(j.id) FROM swiftlet_jobs j WHERE j.name = s.name AND j.trigger = 'schedule' AND j.state <> 'dead')
          AS last_run
      FROM swiftlet_job_settings s WHERE s.name IN (SELECT value FROM json_each(\(names))) AND s.last_tick IS NOT NULL
      """)
    // A run by hand goes on too.
    var byHand: [String: Int64] = [:]
    for row in try await transaction.query(
      "SELECT name, id FROM swiftlet_jobs WHERE state = 'running' AND trigger = 'manual'")
    {
      byHand[try row.get("name")] = try row.get("id")
    }
    var states: [String: ScheduleState] = [:]
    for row in rows {
      let name: String = try row.get("name")
      states[name] = ScheduleState(
        lastTick: try row.get("last_tick"), isPaused: try row.get("is_paused"),
        lastRun: try row.get("last_run", as: Int64?.self) ?? byHand[name])
    }
    return states
  }

  /// Writes what was decided: the runs into the queue, the rest into the history, and up to when it holds.
  ///
  /// Whoever comes second, with a time that is not later, changes nothing: a tick is one row, on however many hosts.
  func decide(
    _ ticks: [DueTick], _ skips: [SkippedTick], until: [String: Date], in transaction: Transaction
  ) async throws {
    let now = clock.now
    if !ticks.isEmpty {
      let rows = try JSONRows(
        ticks.map {
          [
            .string($0.name), .string($0.runAt > now ? "scheduled" : "available"), .string($0.lane), .instant($0.runAt),
            .instant($0.tick), .flag($0.isLate), .integer(Int64($0.maximumAttempts)),
          ]
        })
      try await transaction.execute(
        """
        INSERT INTO swiftlet_jobs
          (name, state, trigger, lane, priority, run_at, scheduled_at, is_late, payload, max_attempts, enqueued_at)
        SELECT value ->> 0, value ->> 1, 'schedule', value ->> 2, 5, value ->> 3, value ->> 4, value ->> 5, '',
          value ->> 6, \(now)
        FROM json_each(\(rows)) WHERE true
        ON CONFLICT (name, scheduled_at) WHERE trigger = 'schedule' DO NOTHING
        """)
    }
    if !skips.isEmpty {
      let rows = try JSONRows(
        skips.map { [.string($0.name), .instant($0.tick), .flag($0.isLate), .string($0.reason)] })
      try await transaction.execute(
        """
        INSERT INTO swiftlet_job_runs (name, trigger, attempt, scheduled_at, is_late, finished_at, outcome, error, host)
        SELECT value ->> 0, 'schedule', 0, value ->> 1, value ->> 2, \(now), 'skipped', value ->> 3, \(holder)
        FROM json_each(\(rows))
        """)
    }
    let rows = try JSONRows(until.map { [.string($0), .instant($1)] })
    try await transaction.execute(
      """
      UPDATE swiftlet_job_settings SET last_tick = max(last_tick, e.value ->> 1)
      FROM json_each(\(rows)) e WHERE swiftlet_job_settings.name = e.value ->> 0
      """)
  }

  /// Cancels what still goes of a job's schedule: what waits ends here, what runs is told.
  func replaceLastRun(of name: String, in transaction: Transaction) async throws {
    let rows = try await transaction.query(
      "SELECT id FROM swiftlet_jobs WHERE name = \(name) AND trigger = 'schedule' AND state <> 'dead'")
    for row in rows {
      try await cancel(try row.get("id"), because: "a newer tick replaced it", in: transaction)
    }
  }
}
