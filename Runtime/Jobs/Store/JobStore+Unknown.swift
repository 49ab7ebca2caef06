import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The time in seconds after which a job whose function is unknown is claimed again.
  static let unknownFunctionPause: Double = 60

  /// The error of a job that was claimed by a host without its function. The job waits.
  static func unknownFunction(_ name: String) -> String {
    "no function named \(name) is deployed: the job waits until one is, or cancel it"
  }

  /// Makes the jobs due that wait because one of these functions was unknown.
  func wakeUnknown(_ names: Set<String>) async throws {
    let now = clock.now
    // They are due within their pause. The last errors of jobs that are scheduled for later are not read.
    let end = now.addingTimeInterval(Self.unknownFunctionPause)
    for name in names.sorted() {
      try await database.execute(
        """
        UPDATE \(sql.jobs) AS j SET run_at = \(now)
        WHERE j.state = 'scheduled' AND j.name = \(name) AND j.run_at > \(now) AND j.run_at <= \(end)
          AND (\(lastError(of: "j.id"))) = \(Self.unknownFunction(name))
        """)
    }
  }
}
