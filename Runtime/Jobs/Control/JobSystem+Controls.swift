import Database
package import Edge
import FoundationEssentials

extension JobSystem {
  /// The functions behind `swiftlet jobs`, for the service role. The command calls them through a running host or in
  /// its own process.
  package var controls: [any Endpoint] {
    [
      Function("jobs_list", access: .serviceRole) { _ in try await statuses() },
      Function("jobs_depths", access: .serviceRole) { _ in depths },
      Function("jobs_hosts", access: .serviceRole) { _ in try await store.hosts() },
      Function("jobs_queue", access: .serviceRole) { (which: JobCommand.Queue, _) in try await queued(which) },
      Function("jobs_history", access: .serviceRole) { (filter: HistoryFilter, _) in
        try JobCommand.check(outcome: filter.outcome, orOneOf: ["running", "dead"])
        try JobCommand.check(limit: filter.limit)
        return try await store.history(filter)
      },
      Function("jobs_run", access: .serviceRole) { (job: JobCommand.Start, _) in
        try await changing { try await start(job.name, by: job.account) }
      },
      Function("jobs_standing", access: .serviceRole) { (job: JobCommand.ID, _) in try await standing(of: job.id) },
      Function("jobs_pause", access: .serviceRole) { (job: JobCommand.Name, _) in
        try await changing { try await setPaused(true, job.name) }
      },
      Function("jobs_resume", access: .serviceRole) { (job: JobCommand.Name, _) in
        try await changing { try await setPaused(false, job.name) }
      },
      Function("jobs_retry", access: .serviceRole) { (job: JobCommand.ID, _) in
        try await changing { try await retry(job.id) }
      },
      Function("jobs_cancel", access: .serviceRole) { (job: JobCommand.ID, _) in
        try await changing { try await cancel(job.id) }
      },
      Function("jobs_discard", access: .serviceRole) { (job: JobCommand.ID, _) in
        try await changing { try await discard(job.id) }
      },
      Function("jobs_show", access: .serviceRole) { (job: JobCommand.Show, _) in try await details(of: job) },
      Function("jobs_of_run", access: .serviceRole) { (run: JobCommand.Run, _) in
        try await store.jobs(enqueuedBy: run.id.lowercased, since: run.began)
      },
      Function("jobs_enqueue", access: .serviceRole) { (job: JobCommand.Enqueue, _) in
        try await changing { try await enqueue(job) }
      },
      Function("jobs_matching", access: .serviceRole) { (change: JobCommand.Change, _) in try await matching(change) },
      Function("jobs_change", access: .serviceRole) { (change: JobCommand.Change, _) in
        try await changing { try await perform(change) }
      },
      Function("jobs_search", access: .serviceRole) { (search: JobCommand.Search, _) in try await self.search(search) },
      Function("jobs_runs", access: .serviceRole) { (search: JobCommand.RunSearch, _) in try await self.search(search)
      },
      Function("jobs_counts", access: .serviceRole) { context in
        try await counts.counts { context.background($0) }
      },
      Function("jobs_schedules", access: .serviceRole) { _ in try await scheduleLines() },
      Function("jobs_schedule", access: .serviceRole) { (job: JobCommand.Name, _) in
        try await scheduleDetails(of: job.name)
      },
      Function("jobs_bulk", access: .serviceRole) { (bulk: JobCommand.Bulk, context) in
        try begin(bulk) { context.background($0) }
      },
      Function("jobs_bulk_progress", access: .serviceRole) { _ in bulkChanges.progress },
      Function("jobs_stats", access: .serviceRole) { (span: JobCommand.Span, _) in
        try await statistics(since: span.since)
      },
    ]
  }

  /// Makes a change of the queue on a command. The next caller of `jobs_counts` gets counts from after it.
  func changing<Value>(_ change: () async throws -> Value) async throws -> Value {
    do {
      let value = try await change()
      await counts.invalidate()
      return value
    } catch {
      // A change that failed may have changed jobs before.
      await counts.invalidate()
      throw error
    }
  }

  /// Starts a job, or a function without input, on a command.
  func start(_ name: String, by account: String? = nil) async throws -> JobCommand.Started {
    guard let entry = registry.runnables[name] else { throw unknown(name) }
    guard entry.endpoint.traits.input == .none else {
      throw FunctionError.validation("\(name) needs an input: enqueue it with jobs enqueue \(name) --input")
    }
    let job = try NewJob(
      function: name, payload: [], policy: entry.policyOfLane, runAt: nil, priority: 0, key: nil,
      origin: JobOrigin(command: "jobs run", account: account))
    let started = try await store.transaction { transaction in
      try await store.insert(job, trigger: .manual, in: transaction)
    }
    signals.enqueued(since: nil)
    return JobCommand.Started(id: started.id)
  }

  /// Pauses or resumes a job's schedule or a function's queue, and returns after the last piece of the waiting jobs.
  ///
  /// An interruption leaves the other jobs as they were. After a pause the claims hold them, and after a resumption the
  /// renewals release them.
  func setPaused(_ isPaused: Bool, _ name: String) async throws -> JobCommand.Name {
    if registry.runnables[name] == nil {
      // Another host may have the function, or none any more.
      guard try await store.isStored(name) else { throw unknown(name) }
    }
    try await store.transaction { transaction in
      try await store.setPaused(isPaused, name, in: transaction)
    }
    // On hosts of this version the pause holds from here on. Other transactions can write between two pieces.
    var last: Int64? = 0
    while let id = last {
      last = try await store.transaction { transaction in
        try await store.moveWaiting(of: name, isPaused: isPaused, after: id, in: transaction)
      }
    }
    signals.enqueued(since: nil)
    return JobCommand.Name(name: name)
  }

  private func retry(_ id: Int64) async throws -> JobCommand.Retried {
    let retried = try await store.transaction { transaction in
      try await store.retry(id, attempts: { registry.policy(of: $0).attempts }, in: transaction)
    }
    guard let retried else { throw notFound(id) }
    signals.enqueued(since: nil)
    return retried
  }

  private func cancel(_ id: Int64) async throws -> JobCommand.Cancelled {
    let result = try await store.transaction { transaction in
      try await store.cancel(id, because: "it was cancelled by hand", in: transaction)
    }
    guard result != .notFound else { throw notFound(id) }
    signals.cancelled()
    return JobCommand.Cancelled(result: result)
  }

  private func discard(_ id: Int64) async throws -> JobCommand.Name {
    let name = try await store.transaction { transaction in
      try await store.discard(id, because: "it was discarded by hand", in: transaction)
    }
    guard let name else { throw notFound(id) }
    return JobCommand.Name(name: name)
  }

  private func notFound(_ id: Int64) -> FunctionError {
    .notFound("JOB_NOT_FOUND", "There is no unfinished or dead job \(id)")
  }

  func unknown(_ name: String) -> FunctionError {
    let names = registry.runnables.keys.sorted().joined(separator: ", ")
    return .notFound("JOB_NOT_FOUND", "There is no job named \(name); there are: \(names)")
  }
}

extension JobRegistry.Runnable {
  /// The queue policy with the limit of its lane.
  var policyOfLane: QueuePolicy {
    var policy = policy
    policy.concurrency = lane?.limit
    return policy
  }
}
