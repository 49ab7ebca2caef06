import Edge

/// The route of a request's target.
enum Route: Sendable {
  /// A function, and the path below its name.
  case function(ServedFunction, path: Substring)
  /// A database function, called the way PostgREST calls it.
  case procedure(ServedFunction)
  /// A request to a table that a function answers.
  case table(TableCall)
  /// An unknown name at `/functions/v1` or `/rest/v1/rpc`.
  case unknownFunction, unknownProcedure(String)
  /// A path of a handler, and the reason why no function answers it if it is that of a table with routes.
  case handled(ServedPaths, TableRefusal? = nil)
  /// The host's own routes.
  case health, ready, metricJSON, metricText, document
  /// A command of the host's own, or an unknown one.
  case control(ServedFunction), unknownControl
  /// An unknown path.
  case nothing
  /// A path with a segment `.` or `..`, a NUL, a backslash or an invalid escape; and the handler of its prefix, whose
  /// form the refusal has.
  case malformed(ServedPaths?)

  /// The function that answers; nil for the host's own routes and for handlers of paths.
  var function: ServedFunction? {
    switch self {
    case .function(let served, _), .procedure(let served): served
    case .table(let call): call.served
    default: nil
    }
  }

  /// The handler of paths that answers; nil for functions and for the host's own routes.
  var handled: ServedPaths? {
    if case .handled(let served, _) = self { served } else { nil }
  }

  /// The name of the function or handler that answers; nil for the host's own routes and unknown ones.
  var name: String? { self.function?.endpoint.name ?? self.handled?.handler.name }

  /// Whether a handler of the host's own pages answers.
  var isPage: Bool {
    switch self {
    case .handled(let served, _), .malformed(let served?): served.handler.isPrivate
    default: false
    }
  }

  /// Whether pages of other origins may read the response.
  var isShared: Bool { !isPage && !isOwn }

  /// Whether it is one of the host's own routes, which web pages of other origins may not call: ``OwnRoutes``.
  var isOwn: Bool {
    switch self {
    case .health, .ready, .metricJSON, .metricText, .document, .control, .unknownControl: true
    case .function, .procedure, .table, .unknownFunction, .unknownProcedure, .handled, .nothing, .malformed:
      false
    }
  }
}
