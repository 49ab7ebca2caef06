import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The most rows of the history that are read: a job has one for each try.
  private static let limit = 1000
  /// The largest difference between the clocks of two hosts that a search allows for, in seconds.
  private static let clockSkew = 60.0

  /// The jobs that a run enqueued, the oldest first.
  func jobs(enqueuedBy id: String, since began: Date) async throws -> [JobCommand.EnqueuedByRun] {
    var jobs: [Int64: JobCommand.EnqueuedByRun] = [:]
    let ended = try await database.query(
      """
      SELECT job_id, name, outcome FROM \(sql.runs)
      WHERE origin IS NOT NULL AND \(sql.originID) = \(id) AND job_id IS NOT NULL ORDER BY id DESC LIMIT \(Self.limit)
      """)
    for row in ended {
      let job: Int64 = try row.get("job_id")
      guard jobs[job] == nil else { continue }
      jobs[job] = JobCommand.EnqueuedByRun(id: job, name: try row.get("name"), state: try row.get("outcome"))
    }
    let queued = try await database.query(
      """
      SELECT id, name, state FROM \(sql.jobs)
      WHERE enqueued_at >= \(began.addingTimeInterval(-Self.clockSkew)) AND origin IS NOT NULL AND \(sql.originID) = \(id)
      ORDER BY id LIMIT \(Self.limit)
      """)
    // A job that waits for its next try has rows in both tables. The queue has its state.
    for row in queued {
      let job: Int64 = try row.get("id")
      jobs[job] = JobCommand.EnqueuedByRun(id: job, name: try row.get("name"), state: try row.get("state"))
    }
    return jobs.values.sorted { $0.id < $1.id }
  }
}
