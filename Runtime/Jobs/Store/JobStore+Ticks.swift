import Database
import Edge
import FoundationEssentials

extension DueTick {
  fileprivate static let columns: [(name: StaticString, type: QueueDialect.ColumnType)] = [
    ("name", .text), ("state", .text), ("lane", .text), ("run_at", .instant), ("scheduled_at", .instant),
    ("is_late", .integer), ("max_attempts", .integer),
  ]
}

extension JobStore {
  /// Stores the schedules.
  ///
  /// - Parameters:
  ///   - definitions: each job's schedule and zone. A new or changed schedule begins now, without ticks of the past.
  ///   - known: the names of the jobs whose schedules stay as they are stored: other hosts may run them.
  ///   - former: the names that this process has registered before. The schedule of one that is neither defined nor
  ///     known any more was removed, and begins anew when a host has it again. Any other stored schedule stays: another
  ///     host may run it, or a bundle that this process has not loaded yet.
  func register(
    _ definitions: [String: String], leaving known: some Sequence<String>, replacing former: some Sequence<String>
  ) async throws {
    let now = clock.now
    let names = Set(definitions.keys).union(known)
    let removed = try sql.names(Set(former).subtracting(names))
    // In order, so that hosts that start at the same time do not deadlock.
    let rows = definitions.sorted { $0.key < $1.key }.map { [JSONValue.string($0.key), .string($0.value)] }
    let table = try sql.table(rows, [("name", .text), ("definition", .text)])
    try await transaction { transaction in
      try await transaction.execute(
        """
        UPDATE \(sql.settings) SET definition = NULL WHERE definition IS NOT NULL AND name IN (\(removed))
        """)
      try await transaction.execute(
        """
        INSERT INTO \(sql.settings) AS s (name, definition, last_tick)
        SELECT e.name, e.definition, \(now) FROM \(table) e WHERE true
        ON CONFLICT (name) DO UPDATE SET
          last_tick = CASE
            WHEN s.definition = excluded.definition OR s.last_tick > excluded.last_tick
              THEN coalesce(s.last_tick, excluded.last_tick)
            ELSE excluded.last_tick END,
          definition = excluded.definition
        """)
    }
  }

  func scheduleStates(of names: [String], in transaction: Transaction) async throws -> [String: ScheduleState] {
    let names = try sql.names(names)
    if sql.isServer {
      // One host decides at a time. The next one sees its result from the next statement on.
      _ = try await transaction.query(
        "SELECT name FROM \(sql.settings) WHERE name IN (\(names)) ORDER BY name\(sql.lock)")
    }
    let rows = try await transaction.query(
      """
      SELECT s.name, s.last_tick, s.is_paused,
        (SELECT max(j.id) FROM \(sql.jobs) j WHERE j.name = s.name AND j.trigger = 'schedule' AND j.state <> 'dead')
          AS last_run
      FROM \(sql.settings) s WHERE s.name IN (\(names)) AND s.last_tick IS NOT NULL
      """)
    // A running job that a command started counts as the last run too.
    var byHand: [String: Int64] = [:]
    for row in try await transaction.query(
      "SELECT name, id FROM \(sql.jobs) WHERE state = 'running' AND trigger = 'manual'")
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

  /// The instants up to which ticks are decided, by name, of the schedules for which they are later than `now`: the
  /// clock was set back.
  func decidedAhead(of now: Date) async throws -> [String: Date] {
    var ahead: [String: Date] = [:]
    for row in try await database.query("SELECT name, last_tick FROM \(sql.settings) WHERE last_tick > \(now)") {
      ahead[try row.get("name")] = try row.get("last_tick", as: Date.self)
    }
    return ahead
  }

  /// Writes decided ticks: the runs into the queue, the skipped ones into the history, and the time up to which all are
  /// decided.
  ///
  /// A second host with the same ticks changes nothing: a tick is one row on any number of hosts.
  func decide(
    _ ticks: [DueTick], _ skips: [SkippedTick], until: [String: Date], in transaction: Transaction
  ) async throws {
    let now = clock.now
    if !ticks.isEmpty {
      let rows: [[JSONValue]] = ticks.map {
        [
          .string($0.name), .string($0.runAt > now ? "scheduled" : "available"), .string($0.lane), .instant($0.runAt),
          .instant($0.tick), .flag($0.isLate), .integer(Int64($0.maximumAttempts)),
        ]
      }
      try await transaction.execute(
        """
        INSERT INTO \(sql.jobs)
          (name, state, trigger, lane, priority, run_at, scheduled_at, is_late, payload, max_attempts, enqueued_at)
        SELECT e.name, e.state, 'schedule', e.lane, 5, e.run_at, e.scheduled_at, e.is_late, '', e.max_attempts, \(now)
        FROM \(try sql.table(rows, DueTick.columns)) e WHERE true
        ON CONFLICT (name, scheduled_at) WHERE trigger = 'schedule' DO NOTHING
        """)
    }
    if !skips.isEmpty {
      let rows: [[JSONValue]] = skips.map {
        [.string($0.name), .instant($0.tick), .flag($0.isLate), .string($0.reason)]
      }
      let table = try sql.table(
        rows, [("name", .text), ("scheduled_at", .instant), ("is_late", .integer), ("reason", .text)])
      try await transaction.execute(
        """
        INSERT INTO \(sql.runs) (name, trigger, attempt, scheduled_at, is_late, finished_at, outcome, error, host)
        SELECT e.name, 'schedule', 0, e.scheduled_at, e.is_late, \(now), 'skipped', e.reason, \(holder) FROM \(table) e
        """)
    }
    let rows = until.map { [JSONValue.string($0), .instant($1)] }
    try await transaction.execute(
      """
      UPDATE \(sql.settings) AS s SET last_tick = e.until
      FROM \(try sql.table(rows, [("name", .text), ("until", .instant)])) e WHERE s.name = e.name AND s.last_tick < e.until
      """)
  }

  /// Cancels a job's unfinished scheduled runs: waiting ones end here, running ones are marked.
  func replaceLastRun(of name: String, in transaction: Transaction) async throws {
    let rows = try await transaction.query(
      "SELECT id FROM \(sql.jobs) WHERE name = \(name) AND trigger = 'schedule' AND state <> 'dead'")
    for row in rows {
      try await cancel(try row.get("id"), because: "a newer tick replaced it", in: transaction)
    }
  }
}
