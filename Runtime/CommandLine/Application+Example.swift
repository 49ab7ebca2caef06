import Edge

extension Application {
  /// The function whose call the banner and the help show: the application's choice, if it is served; else the first
  /// function without input and without a user, then the first without a user, then the first of all.
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
