/// Where a request's target leads.
enum Route: Sendable {
  /// A function, and the path below its name.
  case function(Entry, path: Substring)
  /// A database function, called the way PostgREST calls it.
  case procedure(Entry)
  /// A name that no function has, at `/functions/v1` or `/rest/v1/rpc`.
  case unknownFunction, unknownProcedure(String)
  /// A signed file of the embedded storage.
  case signedObject(bucket: Substring, path: Substring)
  /// The host's own routes.
  case health, ready, metricJSON, metricText
  /// Nothing that the host knows.
  case nothing
  /// A path that tries to leave where it is.
  case malformed
}
