import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The lane of isolated jobs, which were taken over from a host that died. No function can have its name.
  ///
  /// Each host runs one isolated job at a time, and starts no other job of its function beside it. A job that kills its
  /// host again therefore affects no other job of its function, and jobs that only ran beside it can be distinguished
  /// from it.
  static let isolationLane = "!"

  /// An isolated job that waits.
  struct IsolatedJob {
    let id: Int64
    let name: String
  }

  /// The first isolated job that waits, except those of some functions.
  func firstIsolated(besides names: Set<String> = [], in transaction: Transaction) async throws -> IsolatedJob? {
    try await transaction.first(
      """
      SELECT id, name FROM \(sql.jobs) WHERE state = 'available' AND lane = \(Self.isolationLane)\(try excluding(names))
      ORDER BY priority, run_at, id LIMIT 1\(sql.lockSkippingLocked)
      """
    ).map { IsolatedJob(id: try $0.get("id"), name: try $0.get("name")) }
  }

  /// Leases an isolated job, if its function's limits allow.
  func claim(isolated job: IsolatedJob, lanes: [Lane], in transaction: Transaction) async throws -> ClaimResult {
    var openings: [Opening] = []
    if let lane = lanes.first(where: { $0.name == job.name }) {
      openings = [try await opening(of: lane, in: transaction)]
    }
    var claim = ClaimResult()
    if openings.allSatisfy({ $0.room > 0 }) {
      claim = try await lease([job.id], transaction)
      claim.jobs = claim.jobs.map { job in
        var job = job
        job.isIsolated = true
        return job
      }
    }
    claim.nextStart = try await close(openings, claim.jobs, in: transaction)
    return claim
  }
}
