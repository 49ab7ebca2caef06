import Edge

/// A request that a ``TableRoute`` answers. It is a class, so that a route holds one reference.
final class TableCall: Sendable {
  let action: TableRoute.Action
  let served: ServedFunction
  let query: TableQuery
  let preferences: TablePreferences
  /// The function's inputs in path and filters, or the error for a value that an input cannot have.
  let inputs: Result<JSONObject, FunctionError>

  init(
    _ action: TableRoute.Action, _ served: ServedFunction, _ query: TableQuery, _ preferences: TablePreferences,
    inputs: Result<JSONObject, FunctionError>
  ) {
    self.action = action
    self.served = served
    self.query = query
    self.preferences = preferences
    self.inputs = inputs
  }
}
