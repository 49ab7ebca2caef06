public import FoundationEssentials
public import Logging
package import NIOCore

/// One run of a job, as the queue passes it to the host. It has the rights of the service role.
public struct JobInvocation: Sendable {
  /// The function to run: a `.serviceRole` one.
  public var function: any Endpoint
  /// Its input as JSON; empty for none.
  public var input: [UInt8]
  /// The run's id.
  public var id: InvocationID
  /// The trigger that started it.
  public var trigger: Invocation.Trigger
  /// The job and the try; nil for a run that is not in the queue.
  public var run: JobRun?
  /// The instant after which the run comes too late.
  public var deadline: Date
  /// The logger for the run's lines.
  public var logger: Logger
  /// The trace of the run that enqueued the job; nil for a run that no other one caused.
  public var trace: TraceContext?

  /// Describes a run.
  public init(
    of function: any Endpoint, input: [UInt8] = [], id: InvocationID, trigger: Invocation.Trigger, run: JobRun? = nil,
    deadline: Date, logger: Logger, trace: TraceContext? = nil
  ) {
    self.function = function
    self.input = input
    self.id = id
    self.trigger = trigger
    self.run = run
    self.deadline = deadline
    self.logger = logger
    self.trace = trace
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

  /// The invocation for the function.
  public func invocation(services: Services) -> Invocation { invocation(services: services, began: nil) }

  /// The invocation for the function.
  ///
  /// - Parameter began: when the function is called; nil records no steps.
  package func invocation(services: Services, began: NIODeadline?) -> Invocation {
    Invocation(
      id: id, trigger: trigger, identity: Identity(role: .serviceRole), deadline: deadline, logger: logger,
      function: function.name, trace: trace, run: run, services: services, began: began)
  }
}
