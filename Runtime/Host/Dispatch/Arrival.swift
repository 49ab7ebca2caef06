import Edge
import Foundation
import NIOCore

/// A request that has come, and where it leads. A class, since all that works on it holds it: a copy would be many references.
final class Arrival: Sendable {
  let head: IncomingRequest
  let target: RequestTarget
  let route: Route
  let id: InvocationID
  /// When it came, by the clock of the day.
  let date: Date
  /// When it came, for what is measured from then on.
  let started: NIODeadline
  /// What its body has of the memory that all bodies share.
  let bodyMemory = HeldMemory()

  init(_ head: IncomingRequest, in catalogue: Catalogue, at date: Date, started: NIODeadline) {
    self.head = head
    (target, route) = catalogue.arrive(at: head.target)
    id = InvocationID(at: date)
    self.date = date
    self.started = started
  }

  /// The invocation of a function that it is; nil for the host's own answers.
  var invocation: RunningInvocation? {
    switch route {
    case .function(let entry, _), .procedure(let entry):
      RunningInvocation(function: entry.label, id: id, began: started)
    case .signedObject, .unknownFunction, .unknownProcedure, .health, .ready, .metricJSON, .metricText, .nothing,
      .malformed:
      nil
    }
  }

  /// Whether the answer needs more than the host's own code: a function's handler, or a file.
  var runsFunction: Bool {
    switch route {
    case .function, .procedure, .signedObject: true
    case .unknownFunction, .unknownProcedure, .health, .ready, .metricJSON, .metricText, .nothing, .malformed: false
    }
  }
}
