public import FoundationEssentials
public import Logging
package import NIOCore
import Synchronization

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
  /// The deadline, as seconds since 2001.
  private let lastInstant: Atomic<Double>
  /// The trace that its caller sent, or that the call which enqueued its job belongs to; nil if a trace begins here.
  public let trace: TraceContext?
  /// The job it belongs to; nil for a request.
  public let run: JobRun?
  /// The services that the function may use.
  public let services: Services
  private let plainLogger: Logger
  /// The function's name, if `plainLogger` does not carry it.
  let function: String?
  private let ranOn = Mutex<WorkerRun?>(nil)
  /// When the function was called, if the run's steps are recorded: by the host, not in its workers.
  package let began: NIODeadline?
  /// The steps. The struct stands in the invocation, so that a run without steps allocates nothing for them.
  let recorded = Mutex(RunSteps())

  /// The logger of the run: its lines carry the id, the function's name, and the id of the trace that the caller sent.
  public var logger: Logger {
    // Made on use: most runs log nothing.
    guard let function else { return plainLogger }
    var logger = plainLogger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "function"] = "\(function)"
    if let trace { logger[metadataKey: "trace"] = "\(trace.traceID)" }
    return logger
  }

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - logger: the logger for the run's lines.
  ///   - function: the function's name, if `logger` does not carry it and the id.
  public convenience init(
    id: InvocationID, trigger: Trigger, identity: Identity?, deadline: Date, logger: Logger, function: String? = nil,
    trace: TraceContext? = nil, run: JobRun? = nil, services: Services
  ) {
    self.init(
      id: id, trigger: trigger, identity: identity, deadline: deadline, logger: logger, function: function,
      trace: trace, run: run, services: services, began: nil)
  }

  /// Describes a run. Steps are recorded from `began`, the call of the function; without it none are.
  package init(
    id: InvocationID, trigger: Trigger, identity: Identity?, deadline: Date, logger: Logger, function: String? = nil,
    trace: TraceContext? = nil, run: JobRun? = nil, services: Services, began: NIODeadline?
  ) {
    self.id = id
    self.trigger = trigger
    self.identity = identity
    lastInstant = Atomic(deadline.timeIntervalSinceReferenceDate)
    plainLogger = logger
    self.function = function
    self.trace = trace
    self.run = run
    self.services = services
    self.began = began
  }
}

extension Invocation {
  /// The instant after which a response comes too late. In a worker it comes closer when the run has used its soft limit
  /// of CPU time.
  public var deadline: Date { Date(timeIntervalSinceReferenceDate: lastInstant.load(ordering: .relaxed)) }

  /// Sets an earlier deadline. A later one changes nothing.
  package func pullIn(to deadline: Date) {
    let instant = deadline.timeIntervalSinceReferenceDate
    if instant < lastInstant.load(ordering: .relaxed) { lastInstant.store(instant, ordering: .relaxed) }
  }

  /// The worker that ran it; nil for a function of the host's own process, and before a worker has it.
  package var workerRun: WorkerRun? {
    get { ranOn.withLock(\.self) }
    set { ranOn.withLock { $0 = newValue } }
  }

  /// Whether the run's steps are recorded.
  var isRecorded: Bool { began != nil }

  /// The header field `traceparent` for what the run calls and enqueues: its trace, with the run as the parent. Without
  /// a trace of the caller, the run begins one, which has the run's id; nil in a worker, whose host adds the field.
  package var traceparent: String? {
    if let trace { return trace.traceparent(spanID: id.spanID) }
    guard let isSampled = services.isTraceSampled?(id) else { return nil }
    return "00-\(id.traceID)-\(id.spanID)-\(isSampled ? "01" : "00")"
  }
}
