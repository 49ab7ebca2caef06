/// The command line that prints what a filter of log lines selects: `swiftlet logs --follow --level warning`.
package enum LogCommand {
  /// The command. Terms that the page does not apply are left out, and so are those that the command has no option for.
  package static func line(for filter: Filter) -> String {
    var words = ["swiftlet", "logs", "--follow"]
    var names: Set<String> = []
    for term in filter.terms where !term.value.isEmpty {
      let name = term.name ?? "grep"
      // Each option occurs once.
      guard name == "grep" || LogFilter.Name(rawValue: name).map({ $0 != .host }) ?? false, names.insert(name).inserted
      else {
        continue
      }
      let word = ShellWord.quoted(term.value)
      // A value that begins with a hyphen would be read as an option.
      words += term.value.hasPrefix("-") ? ["--\(name)=\(word)"] : ["--\(name)", word]
    }
    return words.joined(separator: " ")
  }
}
