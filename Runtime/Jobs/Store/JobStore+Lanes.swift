import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The number of jobs of a lane that may start, valid while its lock is held.
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
    // Without the lock two hosts could count the running jobs at the same time and both see room.
    if sql.isServer { try await lock(lane, in: transaction) }
    var room = Int.max
    if lane.limit < .max {
      let running = try await transaction.first(
        """
        SELECT count(*) AS running FROM \(sql.jobs)
        WHERE state = 'running' AND lane IN (\(lane.name), \(Self.isolationLane)) AND name = \(lane.name)
        """)
      room = max(0, lane.limit - (try running?.get("running") ?? 0))
    }
    guard let rate = lane.rate else { return Opening(lane: lane, room: room) }
    let stored = try await transaction.first("SELECT next_start FROM \(sql.rates) WHERE name = \(lane.name)")
    let bucket = RateBucket(rate, stored: try stored?.get("next_start"), now: microseconds)
    return Opening(lane: lane, room: min(room, bucket.starts), bucket: bucket)
  }

  /// Stores the rates after the jobs of each lane have started.
  ///
  /// - Returns: the earliest time at which a function with an exhausted rate may start its next job.
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

  /// Moves claimed jobs of the shared lane whose functions have a limit into their lanes, where they wait. They were
  /// enqueued by a host of a version without the limit. Excluding them from the search would cost all other claims.
  func setMisplacedAside(_ claim: inout ClaimResult, _ lanes: [Lane], in transaction: Transaction) async throws {
    guard !lanes.isEmpty else { return }
    let names = Set(lanes.map(\.name))
    let misplaced = claim.jobs.filter { $0.lane.isEmpty && names.contains($0.name) }.map(\.id)
    guard !misplaced.isEmpty else { return }
    claim.jobs.removeAll { $0.lane.isEmpty && names.contains($0.name) }
    try await setAside(misplaced, "state = 'available', lane = name", &claim, in: transaction)
  }

  /// Takes the leases of jobs back that the same transaction claimed. The attempt does not count.
  ///
  /// - Parameter change: the assignments of their state and lane.
  func setAside(
    _ ids: [Int64], _ change: SQL, _ claim: inout ClaimResult, in transaction: Transaction
  ) async throws {
    let statement: SQL = """
      UPDATE \(sql.jobs) SET \(change), attempt = attempt - 1, holder = NULL, lease_epoch = NULL, lease_until = NULL
      WHERE id \(sql.oneOf(sql.ids(ids)))
      """
    _ = try await transaction.batch(sql.findingByID + [statement])
    claim.setAsideCount += ids.count
    claim.isWhole = false
  }

  /// The time in microseconds since 1970, bounded so that the sums of a ``RateBucket`` do not overflow.
  private var microseconds: Int64 { Int64(min(max(0, clock.now.timeIntervalSince1970 * 1e6), 0x1p60)) }
}
