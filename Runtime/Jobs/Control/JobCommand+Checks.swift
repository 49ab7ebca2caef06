import Edge

/// The checks of what a command asks for.
extension JobCommand {
  /// Checks the largest number of rows; nil stands for the default.
  static func check(limit: Int?) throws(FunctionError) {
    guard let limit, !(1...1000).contains(limit) else { return }
    throw .validation("limit is \(limit): expected 1 to 1000")
  }

  /// Checks that a state is one of those that the command takes; nil stands for all.
  static func check(state: String?, isOneOf known: [String]) throws(FunctionError) {
    guard let state, !known.contains(state) else { return }
    throw .validation("There is no state \(state); there are: \(known.joined(separator: ", "))")
  }

  /// Checks that an outcome is a ``RunOutcome``, or one of those that the command takes beside; nil stands for all.
  static func check(outcome: String?, orOneOf others: [String]) throws(FunctionError) {
    let known = RunOutcome.allCases.map(\.rawValue) + others
    guard let outcome, !known.contains(outcome) else { return }
    throw .validation("There is no outcome \(outcome); there are: \(known.joined(separator: ", "))")
  }
}
