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

  init(_ head: IncomingRequest, in catalogue: Catalogue, at date: Date, started: NIODeadline) {
    self.head = head
    (target, route) = catalogue.arrive(head)
    id = InvocationID(at: date)
    self.date = date
    self.started = started
  }

  /// The function's invocation; nil for the host's own responses.
  var invocation: RunningInvocation? {
    switch route {
    case .function(let served, _), .procedure(let served), .control(let served):
      RunningInvocation(function: served.label, id: id, began: started)
    case .table(let call):
      RunningInvocation(function: call.served.label, id: id, began: started)
    case .handled, .unknownFunction, .unknownProcedure, .unknownControl, .health, .ready, .metricJSON,
      .metricText, .document, .nothing, .malformed:
      nil
    }
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
