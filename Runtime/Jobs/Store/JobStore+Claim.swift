import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Leases available jobs, ordered by priority and due time.
  ///
  /// - Parameters:
  ///   - bounds: for each priority, the due time from which jobs of the shared lane are looked for; nil for all.
  ///   - hand: the running jobs of this host, if an isolated job waits or runs.
  ///   - unknown: the names of functions that this host does not have. Their jobs stay as they are.
  func claim(
    _ count: Int, lanes: [Lane], since bounds: [Date]? = nil, beside hand: JobsInHand? = nil,
    excluding unknown: Set<String> = [], in transaction: Transaction
  ) async throws -> ClaimResult {
    guard count > 0 else { return ClaimResult() }
    guard let hand else {
      return try await claim(
        count, lanes: lanes, since: bounds, besides: [], excluding: unknown, in: transaction)
    }
    // All lanes are locked first, in the same order on all hosts. An isolated job locks its function's lane before the
    // others, which could otherwise deadlock with a host that locks them in order.
    if sql.isServer { for lane in lanes { try await lock(lane, in: transaction) } }
    let waiting = hand.isolated == nil ? try await firstIsolated(besides: unknown, in: transaction) : nil
    var claim = ClaimResult()
    if let waiting, waiting.name == hand.lastIsolated {
      // Between two isolated jobs of a function one claim gives precedence to its other jobs, if there are any.
      claim = try await self.claim(
        count, lanes: lanes, since: bounds, besides: [], excluding: unknown, in: transaction)
      claim.preceded = waiting.name
      let othersHavePriority = claim.jobs.contains { $0.name == waiting.name } || claim.jobs.count == count
      if !othersHavePriority, !hand.functions.contains(waiting.name) {
        claim.add(try await self.claim(isolated: waiting, lanes: lanes, in: transaction))
      }
    } else {
      // A function whose isolated job cannot start yet starts no other jobs, and the next isolated job is tried.
      var names = Set([hand.isolated].compactMap(\.self))
      var next = waiting
      while let job = next {
        names.insert(job.name)
        if !hand.functions.contains(job.name) {
          claim.add(try await self.claim(isolated: job, lanes: lanes, in: transaction))
        }
        guard claim.jobs.isEmpty, names.count < Self.mostIsolatedFunctions else { break }
        next = try await firstIsolated(besides: names.union(unknown), in: transaction)
      }
      claim.add(
        try await self.claim(
          count - claim.jobs.count, lanes: lanes, since: bounds, besides: names, excluding: unknown, in: transaction))
    }
    claim.isWhole = false
    return claim
  }

  /// Leases jobs of the functions' lanes and of the shared lane, except those of `names`, which start no job now, and
  /// those of `unknown`, which this host does not have.
  private func claim(
    _ count: Int, lanes: [Lane], since bounds: [Date]?, besides names: Set<String>, excluding unknown: Set<String>,
    in transaction: Transaction
  ) async throws -> ClaimResult {
    guard count > 0 else { return ClaimResult() }
    var claim = ClaimResult()
    var limited: [Candidate] = []
    var openings: [Opening] = []
    for lane in lanes where !names.contains(lane.name) {
      var waiting = try await candidates(in: lane.name, min(count, lane.limit), transaction)
      guard !waiting.isEmpty else { continue }
      let opening = try await opening(of: lane, in: transaction)
      if sql.isServer { waiting = try await candidates(in: lane.name, min(count, lane.limit), transaction) }
      limited += waiting.prefix(opening.room)
      openings.append(opening)
    }
    let shared = names.subtracting(lanes.map(\.name))
    if !shared.isEmpty {
      limited += try await candidates(in: "", count, besides: shared, excluding: unknown, transaction)
    } else if limited.isEmpty {
      let jobs = try bounds.map { try recent(since: $0, count, excluding: unknown) } ?? first(count, excluding: unknown)
      claim = try await lease(jobs, transaction)
    } else {
      limited += try await candidates(in: "", count, excluding: unknown, transaction)
    }
    if !limited.isEmpty {
      claim = try await lease(limited.sorted().prefix(count).map(\.id), transaction)
    }
    try await setMisplacedAside(&claim, lanes, in: transaction)
    claim.nextStart = try await close(openings, claim.jobs, in: transaction)
    return claim
  }

  /// Leases one job, if it is available.
  func claim(only id: Int64, in transaction: Transaction) async throws -> [ClaimedJob] {
    try await lease("SELECT id FROM \(sql.jobs) WHERE id = \(id) AND state = 'available'\(sql.lock)", transaction).jobs
  }

  private struct Candidate: Comparable {
    let id: Int64
    let priority: Int
    let runAt: Date

    static func < (one: Candidate, other: Candidate) -> Bool {
      (one.priority, one.runAt, one.id) < (other.priority, other.runAt, other.id)
    }
  }

  private func available(in lane: String, _ count: Int, excluding unknown: Set<String>) throws -> SQL {
    """
    WHERE state = 'available' AND lane = \(lane)\(try excluding(unknown)) ORDER BY priority, run_at, id LIMIT \(count)
    """
  }

  /// A subquery of the first available jobs of the shared lane.
  func first(_ count: Int, excluding unknown: Set<String> = []) throws -> SQL {
    "SELECT id FROM \(sql.jobs) \(try available(in: "", count, excluding: unknown))\(sql.lockSkippingLocked)"
  }

  /// A subquery of available jobs from a due time on, separately for each priority, so that no index entry before it is
  /// read.
  private func recent(since bounds: [Date], _ count: Int, excluding unknown: Set<String>) throws -> SQL {
    var rows: SQL = ""
    for (priority, bound) in bounds.enumerated() {
      let separator: SQL = priority == 0 ? "" : ", "
      rows = "\(rows)\(separator)(CAST(\(priority) AS SMALLINT), CAST(\(bound) AS TIMESTAMPTZ))"
    }
    return """
      SELECT j.id FROM (VALUES \(rows)) AS p (priority, since) CROSS JOIN LATERAL (
        SELECT id FROM \(sql.jobs) q
        WHERE q.state = 'available' AND q.lane = '' AND q.priority = p.priority
          AND q.run_at >= p.since\(try excluding(unknown))
        ORDER BY run_at, id LIMIT \(count)\(sql.lockSkippingLocked)) j LIMIT \(count)
      """
  }

  /// The largest number of jobs of excluded functions that a query skips.
  private static let lookAhead = 1000

  /// The largest number of functions that are checked for an isolated job that can start.
  private static let mostIsolatedFunctions = 8

  private func candidates(
    in lane: String, _ count: Int, besides names: Set<String> = [], excluding unknown: Set<String> = [],
    _ transaction: Transaction
  ) async throws -> [Candidate] {
    let found: SQL =
      if !names.isEmpty {
        """
        SELECT id, priority, run_at FROM (
          SELECT id, name, priority, run_at FROM \(sql.jobs)
          \(try available(in: lane, count + Self.lookAhead, excluding: unknown))) AS first
        WHERE name NOT IN (\(try sql.names(names))) ORDER BY priority, run_at, id LIMIT \(count)
        """
      } else {
        "SELECT id, priority, run_at FROM \(sql.jobs) \(try available(in: lane, count, excluding: unknown))"
      }
    return try await transaction.query(found).map {
      Candidate(id: try $0.get("id"), priority: try $0.get("priority"), runAt: try $0.get("run_at"))
    }
  }

  /// Leases jobs by their ids, if they are still available.
  func lease(_ ids: some Sequence<Int64>, _ transaction: Transaction) async throws -> ClaimResult {
    // A plain test of the state would make Postgres scan the index of all available jobs.
    try await lease(
      """
      SELECT id FROM \(sql.jobs) WHERE id \(sql.oneOf(sql.ids(ids))) AND state || '' = 'available'\(sql.lockSkippingLocked)
      """, transaction)
  }

  /// Leases the rows of a subquery. It is materialized, because a repeated subquery would find and lock other rows each
  /// time.
  ///
  /// Jobs of a paused function are held instead. A transaction that read the settings before the pause makes its jobs
  /// available when it commits after the pause.
  private func lease(_ ids: SQL, _ transaction: Transaction) async throws -> ClaimResult {
    let statement: SQL = """
      WITH claimed (job_id) AS MATERIALIZED (\(ids))
      UPDATE \(sql.jobs) SET state = 'running', attempt = attempt + 1, fence = fence + 1, holder = \(holder),
        lease_epoch = \(leaseClock.epoch), lease_until = \(leaseEnd), started_at = \(clock.now)
      WHERE id \(sql.oneOf("SELECT job_id FROM claimed"))
      RETURNING id, name, fence, attempt, max_attempts, trigger, scheduled_at, priority, payload, origin, lane,
        \(isPaused) AS is_paused
      """
    let rows = try await transaction.batch(sql.findingByID + [statement]).last ?? []
    let paused = try rows.filter { try $0.get("is_paused") }
    var claim = ClaimResult()
    let started = paused.isEmpty ? rows : try rows.filter { try !$0.get("is_paused") }
    // `RETURNING` has no defined order.
    claim.jobs = try started.map(Self.claimed).sorted {
      ($0.priority, $0.scheduledAt, $0.id) < ($1.priority, $1.scheduledAt, $1.id)
    }
    if !paused.isEmpty { try await hold(paused, &claim, in: transaction) }
    return claim
  }

  /// Holds leased jobs of paused functions, and the other available jobs in their lanes, at most ``moveLimit`` in each:
  /// a claim alone finds as many at a time as the function's limit allows.
  private func hold(_ rows: [Row], _ claim: inout ClaimResult, in transaction: Transaction) async throws {
    try await setAside(rows.map { try $0.get("id") }, "state = 'held'", &claim, in: transaction)
    let lanes = Set(try rows.map { try $0.get("lane", as: String.self) }).subtracting(["", Self.isolationLane])
    for lane in lanes.sorted() {
      let waiting: SQL = """
        SELECT id FROM \(sql.jobs) WHERE state = 'available' AND lane = \(lane) AND \(isPaused)
        LIMIT \(Self.moveLimit)\(sql.lockSkippingLocked)
        """
      let statement: SQL = "UPDATE \(sql.jobs) SET state = 'held' WHERE id \(sql.oneOf(waiting))"
      _ = try await transaction.batch(sql.findingByID + [statement])
    }
  }

  private static func claimed(_ row: Row) throws -> ClaimedJob {
    ClaimedJob(
      id: try row.get("id"), name: try row.get("name"), fence: try row.get("fence"), attempt: try row.get("attempt"),
      maximumAttempts: try row.get("max_attempts"),
      trigger: Invocation.Trigger(rawValue: try row.get("trigger")) ?? .enqueue,
      scheduledAt: try row.get("scheduled_at"), priority: try row.get("priority"), payload: try row.get("payload"),
      origin: try row.get("origin"), lane: try row.get("lane"))
  }
}
