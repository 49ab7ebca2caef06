import Database
import Edge
import Foundation

extension JobStore {
  /// How many jobs of a lane may start, while its lock is held.
  struct Opening {
    let lane: Lane
    let room: Int
    fileprivate var bucket: RateBucket?
  }

  /// The first key of the advisory locks on lanes; the second is the lane's name.
  private static let laneLock = 0x1A2E

  /// Locks a lane on Postgres until the transaction ends.
  func lock(_ lane: Lane, in transaction: Transaction) async throws {
    _ = try await transaction.query("SELECT pg_advisory_xact_lock(\(Self.laneLock), hashtext(\(lane.name)))")
  }

  /// Locks a lane until the transaction ends, and counts how many of its jobs may start.
  func opening(of lane: Lane, in transaction: Transaction) async throws -> Opening {
    // Two hosts that count what runs at the same time would each see room.
    if sql.isServer { try await lock(lane, in: transaction) }
    var room = Int.max
    if lane.limit < .max {
      let running = try await transaction.first(
        """
        SELECT count(*) AS running FROM \(sql.jobs)
        WHERE state = 'running' AND lane IN (\(lane.name), \(Self.apart)) AND name = \(lane.name)
        """)
      room = max(0, lane.limit - (try running?.get("running") ?? 0))
    }
    guard let rate = lane.rate else { return Opening(lane: lane, room: room) }
    let stored = try await transaction.first("SELECT next_start FROM \(sql.rates) WHERE name = \(lane.name)")
    let bucket = RateBucket(rate, stored: try stored?.get("next_start"), now: microseconds)
    return Opening(lane: lane, room: min(room, bucket.starts), bucket: bucket)
  }

  /// Writes down how many jobs of each lane have started.
  ///
  /// - Returns: when the first function whose rate is used up may start its next job.
  func close(_ openings: [Opening], _ jobs: [ClaimedJob], in transaction: Transaction) async throws -> Date? {
    var next: Date?
    for opening in openings {
      guard var bucket = opening.bucket else { continue }
      let started = jobs.count { $0.name == opening.lane.name }
      if started > 0 {
        bucket.start(started)
        try await transaction.execute(
          """
          INSERT INTO \(sql.rates) (name, next_start) VALUES (\(opening.lane.name), \(bucket.next))
          ON CONFLICT (name) DO UPDATE SET next_start = excluded.next_start
          """)
      }
      if bucket.starts == 0 {
        let date = Date(timeIntervalSince1970: Double(bucket.nextStart) / 1e6)
        next = min(next ?? date, date)
      }
    }
    return next
  }

  private var microseconds: Int64 { Int64(min(max(0, clock.now.timeIntervalSince1970 * 1e6), 0x1p60)) }
}

extension JobStore {
  /// The lane of jobs that were taken over from a host that died. No function has its name.
  ///
  /// Each host runs one of them at a time, and beside it starts no other job of its function: a job that kills its host again takes no
  /// neighbour of its own function with it, and jobs that merely shared a host with it are told apart from it.
  static let apart = "!"

  /// A job that waits apart.
  struct ApartJob {
    let id: Int64
    let name: String
  }

  /// The first job that waits apart.
  ///
  /// - Parameter names: the functions that are passed over.
  func firstApart(besides names: Set<String> = [], in transaction: Transaction) async throws -> ApartJob? {
    let others: SQL = names.isEmpty ? "" : " AND name NOT IN (\(try sql.names(names)))"
    return try await transaction.first(
      """
      SELECT id, name FROM \(sql.jobs) WHERE state = 'available' AND lane = \(Self.apart)\(others)
      ORDER BY priority, run_at, id LIMIT 1\(sql.lockWhatIsFree)
      """
    ).map { ApartJob(id: try $0.get("id"), name: try $0.get("name")) }
  }

  /// Leases a job that was taken over, if its function's limits allow.
  func claim(alone job: ApartJob, lanes: [Lane], in transaction: Transaction) async throws -> Claim {
    var openings: [Opening] = []
    if let lane = lanes.first(where: { $0.name == job.name }) {
      openings = [try await opening(of: lane, in: transaction)]
    }
    var claim = Claim()
    if openings.allSatisfy({ $0.room > 0 }) {
      claim.jobs = try await lease([job.id], transaction).map { job in
        var job = job
        job.isAlone = true
        return job
      }
    }
    claim.nextStart = try await close(openings, claim.jobs, in: transaction)
    return claim
  }
}
