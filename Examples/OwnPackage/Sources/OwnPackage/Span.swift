import Foundation
import Swiftlet

/// One run of a piece of work, from when to when, and in which process.
struct Span: Sendable {
  let id: Int64
  /// How many runs of the work came before this one.
  let number: Int

  /// Records the start of a run.
  static func begin(_ work: UUID, _ run: JobRun, _ context: Context<ServiceAccess>) async throws -> Span {
    try await context.database.transaction { transaction in
      let before = try await transaction.first("SELECT count(*) AS runs FROM spans WHERE job_id = \(run.id)")
      let span = try await transaction.first(
        """
        INSERT INTO spans (work_id, job_id, attempt, pid, started_at)
        VALUES (\(work), \(run.id), \(run.attempt), \(Int(getpid())), \(context.clock.now)) RETURNING id
        """)
      return Span(id: try span?.get("id") ?? 0, number: try before?.get("runs") ?? 0)
    }
  }

  /// Records the end of the run, and that the work is done.
  func finish(_ work: UUID, _ context: Context<ServiceAccess>) async throws {
    try await context.database.transaction { transaction in
      try await transaction.execute("UPDATE spans SET finished_at = \(context.clock.now) WHERE id = \(id)")
      try await transaction.execute("UPDATE work SET is_done = \(true) WHERE id = \(work)")
    }
  }
}
