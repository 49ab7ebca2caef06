import Edge

extension JobCommand.Change {
  static let mostIDs = 1000

  /// The selection as conditions.
  ///
  /// - Throws: `FunctionError` for a state that the action does not take, for a selection without a condition, and for
  ///   too many ids.
  func conditions() throws(FunctionError) -> JobConditions {
    if let state, !action.states.contains(state) {
      throw .validation(
        "jobs \(action.rawValue) takes no jobs in the state \(state); it takes: \(action.states.joined(separator: ", "))"
      )
    }
    let isChosen = name != nil || state != nil || since != nil || error != nil || key != nil || host != nil
    guard isChosen || ids != nil || texts?.isEmpty == false else {
      throw .validation("No job is chosen: give an id, or one of --job, --state, --since, --error, --key and --text")
    }
    if let ids, ids.count > Self.mostIDs { throw .validation("\(ids.count) ids: expected \(Self.mostIDs) at most") }
    return JobConditions(
      states: state.map { [$0] } ?? (ids == nil ? action.usualStates : action.states), name: name, key: key, host: host,
      texts: texts ?? [], error: error, since: since, ids: ids, after: after, last: last)
  }
}
