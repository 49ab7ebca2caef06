import Edge

extension JobCommand.Search {
  /// The search as conditions.
  ///
  /// - Throws: `FunctionError` for an unknown state and for a limit outside its range.
  func conditions() throws(FunctionError) -> JobConditions {
    try JobCommand.check(state: state, isOneOf: Self.states)
    try JobCommand.check(limit: limit)
    var conditions = JobConditions()
    conditions.states = state.map { [$0] } ?? []
    conditions.name = name
    conditions.key = key
    conditions.host = host
    conditions.texts = texts ?? []
    conditions.error = error
    conditions.since = since
    conditions.ids = id.map { [$0] }
    conditions.before = before
    return conditions
  }
}
