import Database
import Edge
import Foundation

/// A job that this host has leased.
struct ClaimedJob: Sendable, Equatable {
  let id: Int64
  let name: String
  /// Grows with each claim: only the host that names the latest one can end the job.
  let fence: Int64
  let attempt: Int
  let maximumAttempts: Int
  let trigger: Invocation.Trigger
  let scheduledAt: Date
  let priority: Int
  let payload: String
  /// Whether it was taken over from a host that died: no other job of its function starts beside it on this host.
  var isAlone = false
}

extension JobStore {
  /// What ``stage(in:)`` found.
  struct Staged {
    /// How many jobs it made available.
    var count = 0
    /// When the next one is due.
    var next: Date?
    /// Whether a job waits that was taken over from a host that died.
    var isApartWaiting = false
  }

  /// Makes available what has become due, so much at a time that others get their turn.
  @discardableResult
  func stage(in transaction: Transaction) async throws -> Staged {
    let now = clock.now
    let due: SQL =
      "SELECT id FROM \(sql.jobs) WHERE state = 'scheduled' AND run_at <= \(now) ORDER BY run_at LIMIT 1000\(sql.lockWhatIsFree)"
    let answers = try await transaction.batch(
      sql.findingByID + [
        """
        UPDATE \(sql.jobs) SET state = CASE WHEN trigger <> 'manual' AND name IN
          (SELECT name FROM \(sql.settings) WHERE is_paused = 1) THEN 'held' ELSE 'available' END
        WHERE id \(sql.oneOf(due)) RETURNING id
        """,
        """
        SELECT (\(nextDue)) AS next,
          EXISTS (SELECT 1 FROM \(sql.jobs) WHERE state = 'available' AND lane = \(Self.apart)) AS is_apart_waiting
        """,
      ])
    let row = answers.last?.first
    return Staged(
      count: answers.dropLast().last?.count ?? 0, next: try row?.get("next", as: Date?.self),
      isApartWaiting: try row?.get("is_apart_waiting") ?? false)
  }

  /// When the next is due. Postgres might look for a minimum among all that are scheduled.
  private var nextDue: SQL { "SELECT run_at AS due FROM \(sql.jobs) WHERE state = 'scheduled' ORDER BY run_at LIMIT 1" }

  /// Leases jobs that are available: lower priorities first, then those that have been due for longer.
  ///
  /// - Parameters:
  ///   - count: the most to lease.
  ///   - lanes: the jobs that have a limit of their own.
  ///   - bounds: for each priority, of jobs without a lane, what has been due for longer is not looked for; nil looks for all.
  ///   - hand: what this host has in hand, if a job that was taken over waits or runs.
  func claim(
    _ count: Int, lanes: [Lane], since bounds: [Date]? = nil, beside hand: JobsInHand? = nil,
    in transaction: Transaction
  ) async throws -> Claim {
    guard count > 0 else { return Claim() }
    guard let hand else { return try await claim(count, lanes: lanes, since: bounds, besides: [], in: transaction) }
    // In one order on all hosts: a job that waits apart needs the lock of a lane that may come after those of others.
    if sql.isServer { for lane in lanes { try await lock(lane, in: transaction) } }
    let waiting = hand.alone == nil ? try await firstApart(in: transaction) : nil
    var claim = Claim()
    if let waiting, waiting.name == hand.lastAlone {
      // Between two of them the function's other jobs get a turn, if there are any.
      claim = try await self.claim(count, lanes: lanes, since: bounds, besides: [], in: transaction)
      let isTheirTurn = claim.jobs.contains { $0.name == waiting.name } || claim.jobs.count == count
      if !isTheirTurn, !hand.functions.contains(waiting.name) {
        claim.add(try await self.claim(alone: waiting, lanes: lanes, in: transaction))
      }
    } else {
      // A function whose job cannot start yet gets no others, and the next function gets its chance.
      var names = Set([hand.alone].compactMap(\.self))
      var next = waiting
      while let job = next {
        names.insert(job.name)
        if !hand.functions.contains(job.name) {
          claim.add(try await self.claim(alone: job, lanes: lanes, in: transaction))
        }
        guard claim.jobs.isEmpty, names.count < Self.mostFunctionsApart else { break }
        next = try await firstApart(besides: names, in: transaction)
      }
      claim.add(
        try await self.claim(
          count - claim.jobs.count, lanes: lanes, since: bounds, besides: names, in: transaction))
    }
    claim.isWhole = false
    return claim
  }

  /// Leases jobs of the functions' lanes and of the one that all others share.
  ///
  /// - Parameter names: the functions of which none is leased.
  private func claim(
    _ count: Int, lanes: [Lane], since bounds: [Date]?, besides names: Set<String>, in transaction: Transaction
  ) async throws -> Claim {
    guard count > 0 else { return Claim() }
    var claim = Claim()
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
      limited += try await candidates(in: "", count, besides: shared, transaction)
    } else if limited.isEmpty {
      claim.jobs = try await lease(
        bounds.map { recent(since: $0, count) }
          ?? "SELECT id FROM \(sql.jobs) \(available(in: "", count))\(sql.lockWhatIsFree)", transaction)
    } else {
      limited += try await candidates(in: "", count, transaction)
    }
    if !limited.isEmpty {
      claim.jobs = try await lease(limited.sorted().prefix(count).map(\.id), transaction)
    }
    claim.nextStart = try await close(openings, claim.jobs, in: transaction)
    return claim
  }

  /// Leases one job, if it waits.
  func claim(only id: Int64, in transaction: Transaction) async throws -> [ClaimedJob] {
    try await lease("SELECT id FROM \(sql.jobs) WHERE id = \(id) AND state = 'available'\(sql.lock)", transaction)
  }

  private struct Candidate: Comparable {
    let id: Int64
    let priority: Int
    let runAt: Date

    static func < (one: Candidate, other: Candidate) -> Bool {
      (one.priority, one.runAt, one.id) < (other.priority, other.runAt, other.id)
    }
  }

  private func available(in lane: String, _ count: Int) -> SQL {
    "WHERE state = 'available' AND lane = \(lane) ORDER BY priority, run_at, id LIMIT \(count)"
  }

  /// The same from an instant on, for each priority by itself: so nothing before it is read, in the index neither.
  private func recent(since bounds: [Date], _ count: Int) -> SQL {
    var rows: SQL = ""
    for (priority, bound) in bounds.enumerated() {
      let separator: SQL = priority == 0 ? "" : ", "
      rows = "\(rows)\(separator)(CAST(\(priority) AS SMALLINT), CAST(\(bound) AS TIMESTAMPTZ))"
    }
    return """
      SELECT j.id FROM (VALUES \(rows)) AS p (priority, since) CROSS JOIN LATERAL (
        SELECT id FROM \(sql.jobs) q
        WHERE q.state = 'available' AND q.lane = '' AND q.priority = p.priority AND q.run_at >= p.since
        ORDER BY run_at, id LIMIT \(count)\(sql.lockWhatIsFree)) j LIMIT \(count)
      """
  }

  /// How many jobs of a function that is passed over are looked past at most.
  private static let lookAhead = 1000

  /// How many functions whose jobs wait apart are asked for one that can start.
  private static let mostFunctionsApart = 8

  /// - Parameter names: the functions whose jobs are passed over.
  private func candidates(
    in lane: String, _ count: Int, besides names: Set<String> = [], _ transaction: Transaction
  ) async throws -> [Candidate] {
    let found: SQL =
      if !names.isEmpty {
        """
        SELECT id, priority, run_at FROM (
          SELECT id, name, priority, run_at FROM \(sql.jobs) \(available(in: lane, count + Self.lookAhead))) AS first
        WHERE name NOT IN (\(try sql.names(names))) ORDER BY priority, run_at, id LIMIT \(count)
        """
      } else {
        "SELECT id, priority, run_at FROM \(sql.jobs) \(available(in: lane, count))"
      }
    return try await transaction.query(found).map {
      Candidate(id: try $0.get("id"), priority: try $0.get("priority"), runAt: try $0.get("run_at"))
    }
  }

  /// Leases jobs by their ids, if they are still available.
  func lease(_ ids: some Sequence<Int64>, _ transaction: Transaction) async throws -> [ClaimedJob] {
    // The state as it stands would have Postgres look through the index of all that are available.
    try await lease(
      """
      SELECT id FROM \(sql.jobs) WHERE id \(sql.oneOf(sql.ids(ids))) AND state || '' = 'available'\(sql.lockWhatIsFree)
      """, transaction)
  }

  /// The rows to lease are found once and no more: a subquery that the planner repeats would find, and lock, others each time.
  private func lease(_ ids: SQL, _ transaction: Transaction) async throws -> [ClaimedJob] {
    let statement: SQL = """
      WITH claimed (job_id) AS MATERIALIZED (\(ids))
      UPDATE \(sql.jobs) SET state = 'running', attempt = attempt + 1, fence = fence + 1, holder = \(holder),
        lease_epoch = \(leaseClock.epoch), lease_until = \(leaseEnd), started_at = \(clock.now)
      WHERE id \(sql.oneOf("SELECT job_id FROM claimed"))
      RETURNING id, name, fence, attempt, max_attempts, trigger, scheduled_at, priority, payload
      """
    let rows = try await transaction.batch(sql.findingByID + [statement]).last ?? []
    // `RETURNING` promises no order.
    return try rows.map(Self.claimed).sorted {
      ($0.priority, $0.scheduledAt, $0.id) < ($1.priority, $1.scheduledAt, $1.id)
    }
  }

  private static func claimed(_ row: Row) throws -> ClaimedJob {
    ClaimedJob(
      id: try row.get("id"), name: try row.get("name"), fence: try row.get("fence"), attempt: try row.get("attempt"),
      maximumAttempts: try row.get("max_attempts"),
      trigger: Invocation.Trigger(rawValue: try row.get("trigger")) ?? .enqueue,
      scheduledAt: try row.get("scheduled_at"), priority: try row.get("priority"), payload: try row.get("payload"))
  }

  /// Whether there is anything to claim, or a lease that ran out; when the next job is due. Reads only: a host asks again and again.
  func outlook() async throws -> (isWorkDue: Bool, isLeaseOver: Bool, next: Date?) {
    let start = ContinuousClock.now
    let row = try await database.first(
      """
      SELECT EXISTS (SELECT 1 FROM \(sql.jobs) WHERE state = 'available') AS available,
        EXISTS (SELECT 1 FROM \(sql.jobs) WHERE state = 'running' AND holder <> \(holder) AND \(isLeaseOver)) AS lost,
        (\(nextDue)) AS next, \(sql.now ?? "NULL") AS now
      """)
    guard let row else { return (false, false, nil) }
    if let databaseClock { databaseClock.set(try row.get("now"), from: start) }
    let next = try row.get("next", as: Date?.self)
    let isDue = next.map { $0 <= clock.now } ?? false
    return (try isDue || row.get("available"), try row.get("lost"), next)
  }
}
