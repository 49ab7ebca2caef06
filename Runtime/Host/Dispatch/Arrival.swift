import Edge
import Foundation
import NIOCore

/// A received request and its route. It is a class, since many parts of the host hold it, and copying a struct would retain each field.
final class Arrival: Sendable {
  let head: IncomingRequest
  let target: RequestTarget
  let route: Route
  let id: InvocationID
  /// The date of its arrival.
  let date: Date
  /// The instant of its arrival, for durations.
  let started: NIODeadline
  /// The memory that its body holds.
  let bodyMemory = HeldMemory()
  /// The name of its operation; nil if it is none: a control, or a response of the host's own.
  let operationName: OperationName?
  /// The entry in the table of running invocations; nil for the host's own responses.
  private let running: (invocation: RunningInvocation, place: Int)?
  private let table: RunningInvocations

  /// - Parameter table: the table that lists it from now on, also while it waits for a thread.
  init(
    _ head: IncomingRequest, in catalogue: Catalogue, at date: Date, started: NIODeadline, table: RunningInvocations
  ) {
    self.head = head
    (target, route) = catalogue.arrive(head)
    id = InvocationID(at: date)
    self.date = date
    self.started = started
    self.table = table
    let invocation: RunningInvocation?
    (operationName, invocation) = Self.operation(route, head, target, id, started)
    running = invocation.map { ($0, table.enter($0)) }
  }

  private static func operation(
    _ route: Route, _ head: IncomingRequest, _ target: RequestTarget, _ id: InvocationID, _ started: NIODeadline
  ) -> (OperationName?, RunningInvocation?) {
    switch route {
    case .function(let served, _), .procedure(let served):
      let name = served.metrics.operation
      return (name, RunningInvocation(function: served.label, id: id, began: started, operation: name.next()))
    case .table(let call):
      let name = call.served.metrics.operation
      return (name, RunningInvocation(function: call.served.label, id: id, began: started, operation: name.next()))
    case .control(let served): return (nil, RunningInvocation(function: served.label, id: id, began: started))
    case .handled(let served):
      let name = served.operation(of: head.method, target)
      return (
        name,
        RunningInvocation(function: served.label, id: id, began: started, operation: name.next(), isFunction: false)
      )
    case .unknownFunction, .unknownProcedure, .unknownControl, .health, .ready, .metricJSON, .metricText, .document,
      .nothing, .malformed:
      return (nil, nil)
    }
  }

  /// The function's invocation; nil for handlers of paths and for the host's own responses.
  var invocation: RunningInvocation? { running.flatMap { $0.invocation.isFunction ? $0.invocation : nil } }

  /// The id of its operation; nil if it is none.
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
  var runsFunction: Bool {
    switch route {
    case .function, .procedure, .table, .control, .handled: true
    case .unknownFunction, .unknownProcedure, .unknownControl, .health, .ready, .metricJSON, .metricText, .document,
      .nothing, .malformed:
      false
    }
  }

  /// The request for a function.
  func request(below path: Substring, _ body: RequestBody) -> Request {
    Request(
      method: head.method, path: String(path), rawQuery: target.query.map(String.init), fields: head.headers, body: body
    )
  }
}
