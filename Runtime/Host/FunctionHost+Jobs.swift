public import Edge
import Foundation
import Loop

extension FunctionHost {
  /// Runs a job once, now, with the rights of the service role.
  ///
  /// - Throws: the job's error.
  public func run(_ job: Job) async throws {
    let now = services.clock.now
    let id = InvocationID(at: now)
    var logger = logger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "job"] = "\(job.name)"
    try await run(
      JobInvocation(
        of: job.endpoint, id: id, trigger: .manual,
        deadline: now.addingTimeInterval(configuration.limits.wallClock), logger: logger))
  }

  /// Runs a job's function, and waits for its background work.
  ///
  /// - Parameter job: the run.
  /// - Throws: the function's error; ``UnsuccessfulResponse`` for a response of status 400 or more.
  @concurrent public func run(_ job: JobInvocation) async throws {
    let name = job.function.name
    let background = RunBackground()
    let own =
      dispatcher.catalogue.functions[name]?.services ?? services.with(secretsOf: job.function, in: configuration)
    let invocation = job.invocation(services: own.with(background: background))
    Thread.useSignalStack()
    let response = try await runningJobs.run(
      RunningInvocation(function: FunctionLabel(name), id: job.id, job: job.run?.id)
    ) {
      let result: Result<Response, any Error>
      do {
        result = .success(try await dispatcher.invoker.invoke(job.function, job.request, invocation))
      } catch {
        result = .failure(error)
      }
      await background.finish()
      return try result.get()
    }
    guard response.status.code < 400 else { throw UnsuccessfulResponse(status: response.status.code) }
  }
}
