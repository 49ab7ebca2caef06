import Foundation
import Swiftlet

/// Runs beside itself, and catches up on every tick that came while no host was up.
///
/// `config.toml` can change the schedule: `[jobs.tick] schedule = "* * * * * *"` is every second.
let tick = Job("tick", every: "* * * * *", catchUp: .all, overlap: .allow, retries: 20, backOff: shortly) { context in
  try await recordTick(of: "tick", context)
}

/// Runs one at a time: a tick that comes during a run is skipped, and the history records it.
let lonelyTick = Job("lonely_tick", every: "* * * * *", catchUp: .all, retries: 20, backOff: shortly) { context in
  try await recordTick(of: "lonely_tick", context)
}

/// More jobs, as many as `SWIFTLET_EXAMPLE_JOBS` says: `tick_001`, `tick_002`, … A run takes up to two seconds.
let crowd: [Job] = {
  let count = ProcessInfo.processInfo.environment["SWIFTLET_EXAMPLE_JOBS"].flatMap { Int($0) } ?? 0
  return (0..<min(max(count, 0), 999)).map { index in
    let digits = String(index + 1)
    let name = "tick_" + String(repeating: "0", count: 3 - digits.count) + digits
    return Job(name, every: "* * * * *", catchUp: .all, overlap: .allow, retries: 20, backOff: shortly) { context in
      try await recordTick(of: name, taking: .milliseconds(index % 6 * 400), context)
    }
  }
}()

private let shortly = BackOff(base: .milliseconds(100), cap: .seconds(1))

private func recordTick(
  of job: String, taking duration: Duration = .zero, _ context: Context<ServiceAccess>
) async throws {
  guard let run = context.run else { return }
  let row = try await context.database.transaction { transaction in
    try await transaction.first(
      """
      INSERT INTO ticks (job, job_id, scheduled_at, attempt, pid, at)
      VALUES (\(job), \(run.id), \(run.scheduledAt), \(run.attempt), \(Int(getpid())), \(context.clock.now)) RETURNING id
      """)
  }
  guard let id = try row?.get("id", as: Int64.self) else { return }
  if duration > .zero { try await Task.sleep(for: duration) }
  try await context.database.execute("UPDATE ticks SET finished_at = \(context.clock.now) WHERE id = \(id)")
}
