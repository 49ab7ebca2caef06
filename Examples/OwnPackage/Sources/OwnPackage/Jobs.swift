import Foundation
import Swiftlet

/// Runs beside itself, and catches up on every tick that came while no host was up.
///
/// How often is a matter of taste, and of config.toml: `[jobs.tick] schedule = "* * * * * *"` is every second.
let tick = Job("tick", every: "* * * * *", catchUp: .all, overlap: .allow, retries: 20, backOff: shortly) { context in
  try await recordTick(of: "tick", context)
}

/// The same, but one at a time: what comes while the last one still runs is left out, and the history says so.
let lonelyTick = Job("lonely_tick", every: "* * * * *", catchUp: .all, retries: 20, backOff: shortly) { context in
  try await recordTick(of: "lonely_tick", context)
}

private let shortly = BackOff(base: .milliseconds(100), cap: .seconds(1))

private func recordTick(of job: String, _ context: Context<ServiceAccess>) async throws {
  guard let run = context.run else { return }
  try await context.database.execute(
    """
    INSERT INTO ticks (job, job_id, scheduled_at, attempt, pid, at)
    VALUES (\(job), \(run.id), \(run.scheduledAt), \(run.attempt), \(Int(getpid())), \(context.clock.now))
    """)
}
