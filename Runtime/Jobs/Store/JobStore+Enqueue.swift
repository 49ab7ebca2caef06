import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Writes jobs into the queue, except those whose key is taken.
  ///
  /// Jobs with keys come first, in the order of their functions and keys. A key is locked until the transaction ends,
  /// and two transactions that locked the same keys in different orders would deadlock. Two transactions with one batch
  /// each cannot; with several batches they still can. Of several jobs with one key the first given one is written.
  /// Jobs without keys follow in the given order. The ids grow in this order, and decide between jobs of one priority
  /// that are due at the same time.
  ///
  /// - Returns: the jobs in the given order; if a key is taken, the job that has it.
  func insert(_ jobs: [NewJob], trigger: Invocation.Trigger, in transaction: Transaction) async throws -> [EnqueuedJob]
  {
    if let only = jobs.first, jobs.count == 1 { return [try await insert(only, trigger: trigger, in: transaction)] }
    var keyed: [Int: EnqueuedJob] = [:]
    for place in Self.placesByKey(in: jobs) {
      keyed[place] = try await insert(jobs[place], trigger: trigger, in: transaction)
    }
    var others: [EnqueuedJob] = []
    var rest = jobs.filter { $0.key == nil }[...]
    while !rest.isEmpty {
      let batch = Self.batch(of: rest)
      rest = rest.dropFirst(batch.count)
      others += try await insert(batch: batch, trigger: trigger, in: transaction)
    }
    var next = others.makeIterator()
    return jobs.indices.compactMap { keyed[$0] ?? next.next() }
  }

  /// The places of the jobs with keys, in the order of the functions' names and the keys, the same for all hosts.
  private static func placesByKey(in jobs: [NewJob]) -> [Int] {
    // By bytes: strings that differ in bytes can be equal (Unicode's canonical equivalence), and the database tells
    // them apart.
    let keys = jobs.enumerated().compactMap { place, job in
      job.key.map { (place: place, name: Array(job.function.utf8), key: Array($0.utf8)) }
    }
    return keys.sorted { one, other in
      if one.name != other.name { return one.name.lexicographicallyPrecedes(other.name) }
      if one.key != other.key { return one.key.lexicographicallyPrecedes(other.key) }
      return one.place < other.place
    }.map(\.place)
  }

  /// The largest number of jobs, and of bytes of input, in one statement.
  private static let batchLimits = (count: 500, bytes: 4 << 20)

  /// The first jobs that fit into one statement: at least one.
  static func batch(of jobs: ArraySlice<NewJob>) -> ArraySlice<NewJob> {
    var bytes = 0
    let end = jobs.indices.first { index in
      bytes += jobs[index].payload.count
      guard index > jobs.startIndex else { return false }
      return bytes > batchLimits.bytes || !jobs[index].isAlike(jobs[jobs.startIndex])
    }
    return jobs[..<(end ?? jobs.endIndex)].prefix(batchLimits.count)
  }

  /// Writes a job into the queue, unless another has its key.
  func insert(_ job: NewJob, trigger: Invocation.Trigger, in transaction: Transaction) async throws -> EnqueuedJob {
    guard let key = job.key, let period = job.policy.unique.period else {
      return try await insertUnlessUnfinished(job, trigger: trigger, in: transaction)
    }
    if let earlier = try await holder(of: key, job, in: transaction) { return EnqueuedJob(id: earlier, isNew: false) }
    let enqueued = try await insertUnlessUnfinished(job, trigger: trigger, in: transaction)
    if enqueued.isNew {
      try await transaction.execute(
        """
        UPDATE \(sql.keys) SET job_id = \(enqueued.id), expires_at = \(clock.now.addingTimeInterval(period.seconds))
        WHERE name = \(job.function) AND unique_key = \(key)
        """)
    }
    return enqueued
  }

  /// Locks a key that outlasts its job, and finds the job that still has it.
  private func holder(of key: String, _ job: NewJob, in transaction: Transaction) async throws -> Int64? {
    let now = clock.now
    // The update changes nothing. It waits for a transaction that is taking the key, and reads its result.
    let taken = try await transaction.first(
      """
      INSERT INTO \(sql.keys) AS k (name, unique_key, expires_at) VALUES (\(job.function), \(key), \(now))
      ON CONFLICT (name, unique_key) DO UPDATE SET job_id = k.job_id RETURNING job_id, expires_at
      """)
    guard let taken, let id = try taken.get("job_id", as: Int64?.self), try taken.get("expires_at") > now else {
      return nil
    }
    let found = try await transaction.first(
      """
      SELECT coalesce((SELECT state FROM \(sql.jobs) WHERE id = \(id)),
        (SELECT outcome FROM \(sql.runs) WHERE job_id = \(id) ORDER BY id DESC LIMIT 1)) AS state
      """)
    // A job whose history was pruned counts as completed.
    let state = try found?.get("state", as: String?.self).flatMap { JobState(rawValue: $0) } ?? .completed
    return state.isUnfinished || job.policy.unique.states.contains(state) ? id : nil
  }

  /// Writes a job into the queue, unless an unfinished one of its name has its key.
  private func insertUnlessUnfinished(
    _ job: NewJob, trigger: Invocation.Trigger, in transaction: Transaction
  ) async throws -> EnqueuedJob {
    let now = clock.now
    let runAt = job.runAt ?? now
    let origin = try job.origin.map { String(decoding: try Wire.encode($0), as: UTF8.self) }
    // The job with the key may end before the second statement finds it.
    for _ in 1...10 {
      let inserted = try await transaction.first(
        """
        INSERT INTO \(sql.jobs)
          (name, state, trigger, lane, priority, run_at, scheduled_at, unique_key, payload, max_attempts, enqueued_at, origin)
        VALUES (\(job.function), \(initialState(of: job, trigger: trigger, isDue: runAt <= now)), \(trigger.rawValue),
          \(job.lane), \(job.priority), \(runAt), \(runAt), \(job.key),
          \(String(decoding: job.payload, as: UTF8.self)), \(job.policy.attempts), \(now), \(origin))
        ON CONFLICT (name, unique_key) WHERE unique_key IS NOT NULL AND state <> 'dead' DO NOTHING
        RETURNING id
        """)
      if let inserted { return EnqueuedJob(id: try inserted.get("id"), isNew: true) }
      let present = try await transaction.first(unfinished(job.function, withKey: job.key))
      if let present { return EnqueuedJob(id: try present.get("id"), isNew: false) }
    }
    throw FunctionError.conflict("Jobs of \(job.function) with this key start and end too fast: try again")
  }

  /// The query of the unfinished job of a function that has a key.
  func unfinished(_ function: String, withKey key: String?) -> SQL {
    """
    SELECT id FROM \(sql.jobs) WHERE name = \(function) AND unique_key = \(key)
      AND unique_key IS NOT NULL AND state <> 'dead'
    """
  }

  /// Writes jobs of one function without keys, in one statement.
  private func insert(
    batch: ArraySlice<NewJob>, trigger: Invocation.Trigger, in transaction: Transaction
  ) async throws -> [EnqueuedJob] {
    guard let first = batch.first else { return [] }
    let now = clock.now
    let runAt = first.runAt ?? now
    let origin = try first.origin.map { String(decoding: try Wire.encode($0), as: UTF8.self) }
    let rows = batch.enumerated().map { number, job in
      [JSONValue.integer(Int64(number)), .string(String(decoding: job.payload, as: UTF8.self))]
    }
    let table = try sql.table(rows, [("number", .integer), ("payload", .text)])
    let inserted = try await transaction.query(
      """
      INSERT INTO \(sql.jobs)
        (name, state, trigger, lane, priority, run_at, scheduled_at, payload, max_attempts, enqueued_at, origin)
      SELECT \(first.function), \(initialState(of: first, trigger: trigger, isDue: runAt <= now)), \(trigger.rawValue),
        \(first.lane), \(first.priority), \(runAt), \(runAt), e.payload, \(first.policy.attempts), \(now), \(origin)
      FROM \(table) e ORDER BY e.number
      RETURNING id
      """)
    // The ids grow in the order of the rows; `RETURNING` has no defined order.
    return try inserted.map { try $0.get("id", as: Int64.self) }.sorted().map { EnqueuedJob(id: $0, isNew: true) }
  }

  /// The state of a new job, held by a pause as in ``dueState``.
  private func initialState(of job: NewJob, trigger: Invocation.Trigger, isDue: Bool) -> SQL {
    let state: SQL = isDue ? "'available'" : "'scheduled'"
    guard trigger != .manual else { return state }
    return """
      CASE WHEN EXISTS (SELECT 1 FROM \(sql.settings) WHERE name = \(job.function) AND is_paused = 1)
        THEN 'held' ELSE \(state) END
      """
  }
}

extension NewJob {
  /// The job's lane: its function's, if that has a limit.
  fileprivate var lane: String { policy.isLimited ? function : "" }

  /// Whether one statement can enqueue it together with another.
  fileprivate func isAlike(_ other: NewJob) -> Bool {
    function == other.function && runAt == other.runAt && priority == other.priority && origin == other.origin
  }
}
