public import Edge

/// The functions of one app, which its bundle serves.
public struct App: Sendable {
  /// The functions at `/functions/v1/<name>`.
  public let functions: [any Endpoint]
  /// The database functions at `/rest/v1/rpc/<name>`, with the `p_` parameters of the app's documents.
  public let procedures: [any Endpoint]
  /// The requests to tables, at `/rest/v1`, that functions of the app answer.
  public let routes: [TableRoute]

  init(functions: [any Endpoint], procedures: [any Endpoint], routes: [TableRoute] = []) {
    self.functions = functions
    self.procedures = procedures
    self.routes = routes
  }
}
