package import Edge

/// The functions that a host serves.
package struct ServedFunctions: Sendable {
  /// The functions at `/functions/v1/<name>`.
  package var functions: [any Endpoint]
  /// The database functions at `/rest/v1/rpc/<name>`.
  package var procedures: [any Endpoint]
  /// The functions that answer requests to tables.
  package var routes: [TableRoute]
  /// Returns the OpenAPI document of the functions, as JSON.
  package var document: @Sendable () -> [UInt8]

  package init(
    functions: [any Endpoint], procedures: [any Endpoint] = [], routes: [TableRoute] = [],
    document: @escaping @Sendable () -> [UInt8] = { [UInt8]("{}".utf8) }
  ) {
    self.functions = functions
    self.procedures = procedures
    self.routes = routes
    self.document = document
  }
}
