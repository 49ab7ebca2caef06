import Edge

/// Removes Leftova's counters of days that are over.
///
/// A counter belongs to a UTC day, so that limits begin anew at midnight with or without this. Yesterday's stay for a
/// day: a host whose clock is behind may still count on them, and a clock that is set back must not give them again.
let resetDailyLimits = Job("reset_daily_limits", every: "0 0 * * *") { context in
  let yesterday = context.clock.today.advanced(by: -1)
  let database = context.database
  try await inBatches(of: 500) { size in
    try await database.execute(
      .deleteCounters(before: yesterday, limit: size, hold: database.engine.dialect.passingOverHeld))
  }
}

extension SQL {
  static func deleteCounters(before day: CalendarDay, limit: Int, hold: SQL) -> SQL {
    """
    WITH batch AS MATERIALIZED (
      SELECT user_id, day FROM usage_counters WHERE day < \(day) ORDER BY day LIMIT \(limit) \(hold))
    DELETE FROM usage_counters WHERE (user_id, day) IN (SELECT user_id, day FROM batch)
    """
  }
}
