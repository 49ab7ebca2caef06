import Edge

extension Application {
  /// The function that people are shown a call of: the application's choice, if it is served; else the first that needs
  /// least, which is no input, then no user.
  ///
  /// - Parameter served: the functions that are served.
  func example(among served: [any Endpoint]) -> (any Endpoint)? {
    let callable = served.filter { $0.traits.access != .serviceRole }
    return served.first { $0.name == example }
      ?? callable.first { $0.traits.input == .none && $0.traits.access != .user }
      ?? callable.first { $0.traits.access != .user } ?? callable.first
  }

  /// A function's name for the help.
  var exampleName: String { example(among: functions)?.name ?? "greet" }
}
