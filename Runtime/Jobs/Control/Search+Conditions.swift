import Edge

extension JobCommand.Search {
  /// The search as conditions.
  ///
  /// - Throws: `FunctionError` for an unknown state and for a limit outside its range.
  func conditions() throws(FunctionError) -> JobConditions {
    try JobCommand.check(state: state, isOneOf: Self.states)
    try JobCommand.check(limit: limit)
    return JobConditions(
      states: state.map { [$0] } ?? [], name: name, key: key, host: host, texts: texts ?? [], error: error,
      since: since, ids: id.map { [$0] }, before: before)
  }
}
