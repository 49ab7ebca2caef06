import Edge

/// Removes Leftova's usage counters of past days.
///
/// A counter belongs to a UTC day, so limits reset at midnight without this job. Yesterday's counters stay for a day: a
/// host with a slow clock may still use them, and a clock that is set back must not reset them.
let resetDailyLimits = Job("reset_daily_limits", every: "0 0 * * *") { context in
  let yesterday = context.clock.today.advanced(by: -1)
  try await context.database.executeInBatches { .deleteCounters(before: yesterday, limit: $0, hold: $1) }
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
