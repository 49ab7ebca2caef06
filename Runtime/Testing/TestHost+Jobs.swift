public import Jobs

extension TestHost {
  /// The tries of a job or a function, the newest first, at most 1000.
  ///
  /// - Parameter name: its name; nil for all jobs.
  /// - Throws: ``UnreadableResponse`` with the response to a failed read.
  public func history(of name: String? = nil) async throws -> [RunRecord] {
    var filter = HistoryFilter()
    filter.name = name
    filter.limit = 1000
    return try await call("_internal/jobs_history", as: .serviceRole, json: filter).decode()
  }

  /// The waiting and dead jobs of the queue, in the order in which they are due, at most 1000.
  ///
  /// - Parameter name: the job's or the function's name; nil for all jobs.
  /// - Throws: ``UnreadableResponse`` with the response to a failed read.
  public func queuedJobs(of name: String? = nil) async throws -> [QueuedJob] {
    try await call(
      "_internal/jobs_queue", as: .serviceRole, json: JobCommand.Queue(name: name, state: nil, limit: 1000)
    ).decode()
  }
}
