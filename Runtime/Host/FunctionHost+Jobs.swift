public import Edge
public import Foundation
import HTTPTypes
public import Logging
import Loop
import NIOCore

extension FunctionHost {
  /// Runs a job once, now, with the project's own rights.
  ///
  /// - Throws: what the job throws.
  public func run(_ job: Job) async throws {
    let now = services.clock.now
    let id = InvocationID(at: now)
    var logger = logger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "job"] = "\(job.name)"
    try await run(
      job.endpoint, payload: [], id: id, trigger: .manual, run: nil,
      deadline: now.addingTimeInterval(configuration.limits.wallClock), logger: logger)
  }

  /// Runs a function with the project's own rights, without a request, and waits for the background work that it leaves.
  ///
  /// - Parameters:
  ///   - endpoint: a `.serviceRole` function.
  ///   - payload: its input as JSON; empty for none.
  ///   - id: the run's id.
  ///   - trigger: how it was started.
  ///   - run: the job it belongs to.
  ///   - deadline: when it comes too late.
  ///   - logger: where it writes.
  /// - Throws: what the function throws, and ``UnsuccessfulResponse`` for an answer of status 400 or more.
  @concurrent public func run(
    _ endpoint: any Endpoint, payload: [UInt8], id: InvocationID, trigger: Invocation.Trigger, run: JobRun?,
    deadline: Date, logger: Logger
  ) async throws {
    let background = RunBackground()
    let own =
      dispatcher.catalogue.functions[endpoint.name]?.services ?? services.with(secretsOf: endpoint, in: configuration)
    let invocation = Invocation(
      id: id, trigger: trigger, identity: Identity(role: .serviceRole), deadline: deadline, logger: logger, run: run,
      services: own.with(background: background))
    var request = Request(method: .post)
    if !payload.isEmpty {
      request.headers[.contentType] = "application/json"
      request.body = RequestBody(payload)
    }
    Thread.useSignalStack()
    let response = try await runningJobs.run(
      RunningInvocation(function: FunctionLabel(endpoint.name), id: id, job: run?.id)
    ) {
      let result: Result<Response, any Error>
      do {
        result = .success(try await endpoint.invoke(request, invocation))
      } catch {
        result = .failure(error)
      }
      await background.finish()
      return try result.get()
    }
    guard response.status.code < 400 else { throw UnsuccessfulResponse(status: response.status.code) }
  }
}

/// A function that was run by the queue answered with an error's status.
public struct UnsuccessfulResponse: Error, Hashable, Sendable, CustomStringConvertible {
  /// The status, 400 or more.
  public let status: Int

  /// Says the status.
  public var description: String { "The function answered with status \(status)" }
}
