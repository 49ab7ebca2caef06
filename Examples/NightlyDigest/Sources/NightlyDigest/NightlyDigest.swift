import Foundation
import Swiftlet

/// The digest of one user's day.
struct DigestOfDay: Codable, Sendable {
  let userID: UUID
  /// `2026-03-01`, by UTC.
  let day: String
}

/// Puts a digest of the day before into the queue for each user who completed something, every night at 03:00 in
/// Berlin.
///
/// The job only hands out the work. Each digest is a job of its own: one that fails is tried again alone, and many
/// hosts share them. A night on which no host was up is made up for (`catchUp`), the latest one alone.
let nightlyDigest = Job("nightly_digest", every: "0 3 * * *", timeZone: "Europe/Berlin", catchUp: .latest) { context in
  // A retry, or a run that comes late, is still about the day before its tick.
  let tick = context.run?.scheduledAt ?? context.clock.now
  let day = CalendarDay(containing: tick).advanced(by: -1).description
  let users = try await context.database.query("SELECT DISTINCT user_id FROM completed_tasks WHERE day = \(day)")
  try await context.jobs.enqueueAll(
    writeDigest, try users.map { DigestOfDay(userID: try $0.get("user_id"), day: day) })
  context.logger.info("Enqueued digests", metadata: ["day": "\(day)", "count": "\(users.count)"])
}

/// Counts a user's day. Run again, it writes the same row.
///
/// The key keeps a second job for the same digest out of the queue for two days, whether the first still waits or has
/// ended.
let writeDigest = Function("write_digest", access: .serviceRole) { (digest: DigestOfDay, context) in
  try await context.database.execute(
    """
    INSERT INTO digests (user_id, day, tasks)
    SELECT user_id, day, count(*) FROM completed_tasks
    WHERE user_id = \(digest.userID) AND day = \(digest.day) GROUP BY user_id, day
    ON CONFLICT (user_id, day) DO UPDATE SET tasks = excluded.tasks
    """)
  return NoContent()
}
.queued(attempts: 5, concurrency: 4, unique: .within(.seconds(2 * 86_400))) { "\($0.day) \($0.userID)" }
