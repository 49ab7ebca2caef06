public import Edge
import FoundationEssentials
import Loop
import NIOCore

extension FunctionHost {
  /// Runs a job once, now, with the rights of the service role and outside the queue: a failed run is not tried again,
  /// and the history has no row of it.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - run: the run that `context.run` returns, as at a tick of the schedule; nil for a run by hand.
  /// - Throws: the job's error.
  public func run(_ job: Job, as run: JobRun? = nil) async throws {
    let now = services.clock.now
    let id = InvocationID(at: now)
    var logger = logger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "job"] = "\(job.name)"
    try await self.run(
      JobInvocation(
        of: job.endpoint, id: id, trigger: run == nil ? .manual : .schedule, run: run,
        deadline: now.addingTimeInterval(dispatcher.served.current.configuration.limits.wallClock), logger: logger))
  }

  /// Runs a job's function on a thread that it may block, and waits for its background work.
  ///
  /// - Parameter job: the run.
  /// - Throws: the function's error; ``UnsuccessfulResponse`` for a response of status 400 or more.
  @concurrent public func run(_ job: JobInvocation) async throws {
    let name = job.function.name
    let background = RunBackground()
    let own = dispatcher.served.current.services(of: job.function)
    let invocation = job.invocation(services: own.with(background: background), began: .now())
    SystemThread.useSignalStack()
    let operation = operations.names.name(name, .job).next()
    let running = RunningInvocation(
      function: FunctionLabel(name), id: job.id, job: job.run?.id, operation: operation, trigger: job.trigger)
    let place = operations.others.enter(running)
    let result = await RunningInvocation.$current.withValue(running) {
      let result: Result<Void, any Error>
      do {
        // Handlers that block would keep Swift's pool from the scheduler and the renewal of leases.
        let response = try await jobThreads.perform {
          try await dispatcher.invoker.invoke(job.function, job.request, invocation)
        }
        guard response.status.code < 400 else { throw UnsuccessfulResponse(status: response.status.code) }
        result = .success(())
      } catch {
        result = .failure(error)
      }
      await background.finish()
      return result
    }
    let finished = FinishedOperation(running, operation, result)
    operations.others.leave(place, as: finished)
    var record = InvocationRecord(job, finished, result, at: services.clock.now)
    record.take(invocation)
    ring.add(record, stripe: System.coreCount)
    try result.get()
  }
}

extension FinishedOperation {
  /// A job's run that ends now.
  fileprivate init(_ running: RunningInvocation, _ id: OperationID, _ result: Result<Void, any Error>) {
    let status =
      switch result {
      case .success: 200
      // The cancellation by a stopping host and `JobError.snooze` are not failures.
      case .failure(is CancellationError), .failure(JobError.snooze): 499
      case .failure: 500
      }
    self.init(
      id: id, invocation: running.id, began: running.began,
      microseconds: Int((.now() - running.began).nanoseconds / 1000), status: status, role: .serviceRole,
      job: running.job, trigger: running.trigger)
  }
}
