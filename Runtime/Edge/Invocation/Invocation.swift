public import Foundation
import HTTPTypes
public import Logging

/// One run of a function, started by a request, a schedule, the queue or a command.
///
/// It is a class, so that passing it on copies one reference.
public final class Invocation: Sendable {
  /// The trigger of a run.
  public enum Trigger: String, Sendable {
    /// A request at `/functions/v1` or `/rest/v1/rpc`.
    case http
    /// A job's schedule.
    case schedule
    /// The queue.
    case enqueue
    /// A command or a test.
    case manual
  }

  /// The id, in every log line and in the header `sb-request-id`.
  public let id: InvocationID
  /// The trigger that started it.
  public let trigger: Trigger
  /// The holder of the verified token; nil without a token.
  public let identity: Identity?
  /// The instant after which a response comes too late.
  public let deadline: Date
  /// The trace it belongs to, if the caller sent one.
  public let trace: TraceContext?
  /// The job it belongs to; nil for a request.
  public let run: JobRun?
  /// The services that the function may use.
  public let services: Services
  private let plainLogger: Logger
  /// The function's name, if `plainLogger` does not carry it.
  let function: String?

  /// The logger of the run: its lines carry the id and the function's name.
  public var logger: Logger {
    // Made on use: most runs log nothing.
    guard let function else { return plainLogger }
    var logger = plainLogger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "function"] = "\(function)"
    return logger
  }

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - logger: the logger for the run's lines.
  ///   - function: the function's name, if `logger` does not carry it and the id.
  public init(
    id: InvocationID, trigger: Trigger, identity: Identity?, deadline: Date, logger: Logger, function: String? = nil,
    trace: TraceContext? = nil, run: JobRun? = nil, services: Services
  ) {
    self.id = id
    self.trigger = trigger
    self.identity = identity
    self.deadline = deadline
    plainLogger = logger
    self.function = function
    self.trace = trace
    self.run = run
    self.services = services
  }
}

extension Invocation {
  /// The client for calls to other servers, which continue the run's trace.
  var http: HTTPClient {
    guard let trace, let name = HTTPField.Name("traceparent") else { return services.http }
    return services.http.adding(HTTPField(name: name, value: trace.traceparent(spanID: id.spanID)))
  }
}
