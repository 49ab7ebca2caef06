import Edge

extension JobCommand.Search {
  /// The search as conditions.
  ///
  /// - Throws: `FunctionError` for an unknown state and for a limit outside its range.
  func conditions() throws(FunctionError) -> JobConditions {
    let states = ["available", "scheduled", "retrying", "held", "running", "dead"]
    if let state, !states.contains(state) {
      throw .validation("There is no state \(state); there are: \(states.joined(separator: ", "))")
    }
    if let limit, !(1...1000).contains(limit) { throw .validation("limit is \(limit): expected 1 to 1000") }
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
