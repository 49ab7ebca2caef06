import ArgumentParser

/// An unknown command: the first word of a command line that names no command.
struct UnknownCommand {
  let word: String
  /// The command before the word: `swiftlet jobs`.
  let parent: String
  private let candidates: [String]

  /// Finds the first word that names no command.
  ///
  /// - Returns: nil if the words lead to a command, whose own arguments are not looked at.
  init?(in arguments: [String], of root: any ParsableCommand.Type = RootCommand.self) {
    var command = root
    var path = [Program.name]
    for argument in arguments {
      let commands = command.configuration.subcommands
      if commands.isEmpty || argument == "help" || argument.hasPrefix("-") { return nil }
      guard let next = commands.first(where: { $0._commandName == argument }) else {
        word = argument
        parent = path.joined(separator: " ")
        candidates = commands.map { $0._commandName }
        return
      }
      command = next
      path.append(argument)
    }
    return nil
  }

  /// The lines for stderr: `error: unknown command 'fuctions' (did you mean 'functions'?)`.
  var message: String {
    """
    error: unknown command '\(Words.line(word))'\(Suggestion.question(word, in: candidates))
    hint: \(parent) --help shows the commands: \(candidates.joined(separator: ", "))
    """
  }
}
