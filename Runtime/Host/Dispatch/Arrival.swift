/// A request that has come, and where it leads.
struct Arrival: Sendable {
  let head: RequestHead
  let target: RequestTarget
  let route: Route

  /// Whether the answer needs more than the host's own code: a function's handler, or a file.
  var runsFunction: Bool {
    switch route {
    case .function, .procedure, .signedObject: true
    case .unknownFunction, .unknownProcedure, .health, .ready, .metricJSON, .metricText, .nothing, .malformed: false
    }
  }
}
