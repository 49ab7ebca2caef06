import Database
import Edge
import FoundationEssentials

extension JobSystem {
  /// Everything that is stored about a job.
  ///
  /// - Throws: `FunctionError` 404 for a job that is neither in the queue nor in the history.
  func details(of job: JobCommand.Show) async throws -> JobCommand.Details {
    let queued = try await store.queued(JobConditions(ids: [job.id]), limit: 1).first
    var filter = HistoryFilter()
    filter.jobID = job.id
    filter.limit = 1000
    let runs: [RunRecord] = try await store.history(filter).reversed()
    guard let name = queued?.name ?? runs.last?.name else {
      throw FunctionError.notFound("JOB_NOT_FOUND", "There is no job \(job.id) in the queue or in the history")
    }
    let row = try await store.database.first(
      """
      SELECT payload, origin, lost_leases, fence, is_cancelled,
        CASE WHEN state = 'running' AND lease_epoch = \(store.leaseClock.epoch)
          THEN lease_until - \(store.leaseClock.now()) END AS lease
      FROM \(store.sql.jobs) WHERE id = \(job.id)
      """)
    let origin = try row.map { try JobStore.origin($0) } ?? runs.lazy.compactMap(\.origin).first
    let payload = try row?.get("payload", as: String.self)
    return JobCommand.Details(
      id: job.id, name: name,
      state: (queued?.state ?? runs.last?.outcome).flatMap { JobState(rawValue: $0) }, queued: queued.map(explained),
      input: payload.flatMap { Self.input($0, isUnmasked: job.isUnmasked) }, fence: try row?.get("fence"),
      leaseMilliseconds: try row?.get("lease", as: Int64?.self), isCancelled: try row?.get("is_cancelled"),
      lostLeases: try row?.get("lost_leases"),
      origin: origin, runs: runs)
  }

  /// A stored input; nil if there is none.
  private static func input(_ stored: String, isUnmasked: Bool) -> RawJSON? {
    guard !stored.isEmpty else { return nil }
    return try? RawJSON(isUnmasked ? stored : MaskedInput.text(of: stored))
  }

  /// Puts a job into the queue on a command, as a function would.
  ///
  /// - Throws: `FunctionError` for an unknown function or an invalid input.
  func enqueue(_ job: JobCommand.Enqueue) async throws -> JobCommand.Enqueued {
    guard let entry = registry.runnables[job.name] else { throw unknown(job.name) }
    let takesInput = entry.endpoint.traits.input != .none
    guard takesInput == (job.input != nil) else {
      throw FunctionError.validation(
        takesInput
          ? "\(job.name) needs an input: give it with --input" : "\(job.name) takes no input: leave --input out")
    }
    let payload = try job.input.map { try Wire.encode($0) } ?? []
    let new = try NewJob(
      function: job.name, payload: payload, policy: entry.policyOfLane, runAt: job.runAt, priority: job.priority ?? 5,
      key: takesInput ? await entry.endpoint.queueKey(of: payload) : nil,
      origin: JobOrigin(command: "jobs enqueue", account: job.account))
    let enqueued = try await store.transaction { [store] transaction in
      try await store.insert(new, trigger: .enqueue, in: transaction)
    }
    signals.enqueued(since: nil)
    return JobCommand.Enqueued(id: enqueued.id, isNew: enqueued.isNew)
  }
}
