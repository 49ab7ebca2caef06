import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore
import Synchronization

/// A received request and its route. It is a class, since many parts of the host hold it, and copying a struct would
/// retain each field.
final class Arrival: Sendable {
  /// The functions and settings that the host served when the request came. A later replacement does not change them.
  let served: ServedState
  let head: IncomingRequest
  let target: RequestTarget
  let route: Route
  let id: InvocationID
  let date: Date
  /// The instant of its arrival, for durations.
  let started: NIODeadline
  let bodyMemory = HeldMemory()
  /// The name of its operation; nil for a control and for a response of the host's own.
  let operationName: OperationName?
  /// The entry in the table of running invocations; nil for the host's own responses.
  private let running: (invocation: RunningInvocation, place: Int)?
  private let table: RunningInvocations
  /// The function's run, once it has begun.
  let functionRun = Mutex(FunctionRun())
  /// The part of ``EventRing`` for its record: the number of the event loop that read it.
  let stripe: Int

  /// - Parameters:
  ///   - table: the table that lists it from now on, also while it waits for a thread.
  ///   - loop: the number of the event loop that read it; nil for none.
  init(
    _ head: IncomingRequest, in served: ServedState, at date: Date, started: NIODeadline, table: RunningInvocations,
    on loop: Int? = nil
  ) {
    self.served = served
    self.head = head
    (target, route) = served.catalogue.arrive(head)
    id = InvocationID(at: date)
    self.date = date
    self.started = started
    self.table = table
    stripe = loop ?? System.coreCount
    // A preflight is answered by the host.
    let isPreflight = head.method == .options && head.headers.contains(.accessControlRequestMethod)
    operationName = isPreflight ? nil : route.operation(of: head.method, target)
    let operation = operationName?.next()
    if let label = route.label {
      let invocation = RunningInvocation(
        function: label.name, id: id, began: started, operation: operation, isFunction: label.isFunction)
      running = (invocation, table.enter(invocation))
    } else {
      running = nil
    }
  }

  /// The trace that the request belongs to; nil if its header names none.
  var trace: TraceContext? { head.headers.first(.traceparent).flatMap(TraceContext.init(traceparent:)) }

  /// The function's invocation; nil for handlers of paths and for the host's own responses.
  var invocation: RunningInvocation? { running.flatMap { $0.invocation.isFunction ? $0.invocation : nil } }

  /// The id of its operation; nil for a request that is not counted as one.
  var operation: OperationID? { running?.invocation.operation }

  /// Leaves the table of running invocations. Called once, at the end.
  func end(status: Int, microseconds: Int, caller: Identity?) {
    guard let running else { return }
    let finished = running.invocation.operation.map { operation in
      FinishedOperation(
        id: operation, invocation: id, began: started, microseconds: microseconds, status: status, method: head.method,
        role: caller?.role, user: caller?.userID)
    }
    table.leave(running.place, as: finished)
  }

  /// Whether the response needs a function's handler or a handler of paths.
  var runsFunction: Bool { running != nil }

  func request(below path: Substring, _ body: RequestBody) -> Request {
    Request(
      method: head.method, path: String(path), rawQuery: target.query.map(String.init), fields: head.headers, body: body
    )
  }
}

extension Route {
  /// The name of what runs; nil for the host's own responses.
  fileprivate var label: (name: FunctionLabel, isFunction: Bool)? {
    switch self {
    case .function(let served, _), .procedure(let served), .control(let served): (served.label, true)
    case .table(let call): (call.served.label, true)
    case .handled(let served, _): (served.label, false)
    case .unknownFunction, .unknownProcedure, .unknownControl, .health, .ready, .metricJSON, .metricText, .document,
      .nothing, .malformed:
      nil
    }
  }

  /// The name of a request's operation; nil for controls and the host's own responses.
  fileprivate func operation(of method: HTTPRequest.Method, _ target: RequestTarget) -> OperationName? {
    self.function?.metrics.operation ?? self.handled?.operation(of: method, target)
  }
}
