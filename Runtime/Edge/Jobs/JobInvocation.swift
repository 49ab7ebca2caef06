public import Foundation
public import Logging

/// One run of a job, as the queue hands it to the host: it has the project's own rights, and no request.
public struct JobInvocation: Sendable {
  /// The function to run: a `.serviceRole` one.
  public var function: any Endpoint
  /// Its input as JSON; empty for none.
  public var input: [UInt8]
  /// The run's id.
  public var id: InvocationID
  /// How it was started.
  public var trigger: Invocation.Trigger
  /// The job and the try; nil for one that is in no queue.
  public var run: JobRun?
  /// When it comes too late.
  public var deadline: Date
  /// Writes the run's lines.
  public var logger: Logger

  /// Describes a run.
  public init(
    of function: any Endpoint, input: [UInt8] = [], id: InvocationID, trigger: Invocation.Trigger, run: JobRun? = nil,
    deadline: Date, logger: Logger
  ) {
    self.function = function
    self.input = input
    self.id = id
    self.trigger = trigger
    self.run = run
    self.deadline = deadline
    self.logger = logger
  }

  /// The function's request: a POST with the input as JSON.
  public var request: Request {
    var request = Request(method: .post)
    if !input.isEmpty {
      request.headers[.contentType] = "application/json"
      request.body = RequestBody(input)
    }
    return request
  }

  /// The run as the function sees it.
  ///
  /// - Parameter services: what the host lends to it.
  public func invocation(services: Services) -> Invocation {
    Invocation(
      id: id, trigger: trigger, identity: Identity(role: .serviceRole), deadline: deadline, logger: logger, run: run,
      services: services)
  }
}
