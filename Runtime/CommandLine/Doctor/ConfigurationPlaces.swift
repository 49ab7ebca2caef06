import FoundationEssentials

/// The lines of `config.toml` and `.env` that messages about a configuration are about.
///
/// Messages name a value by its section and key, as in `config.toml [api] port is …`, or by its variable.
struct ConfigurationPlaces {
  /// A name in a message, and the line that has it.
  private struct Entry {
    let names: [String]
    let place: String
  }

  private let entries: [Entry]
  private let files: [String]

  /// Finds the sections, keys and variables in a request's files.
  init(_ request: ConfigurationRequest) {
    var (entries, files): ([Entry], [String]) = ([], [])
    if let text = request.texts?.configuration?.text {
      let name = request.configurationFile ?? "config.toml"
      files.append(name)
      entries += Self.keys(text, name)
    }
    if let text = request.texts?.variables?.text {
      let name = request.environmentFile ?? ".env"
      files.append(name)
      entries += Self.variables(text, name)
    }
    self.entries = entries
    self.files = files
  }

  /// `config.toml:3`; the file's name, or where else the value comes from, if no line is known.
  func place(of message: String) -> String {
    let found = entries.lazy.compactMap { entry in
      entry.names.filter { message.contains($0) }.map(\.count).max().map { (length: $0, place: entry.place) }
    }
    if let longest = found.max(by: { $0.length < $1.length }) { return longest.place }
    if let file = files.first(where: { message.hasPrefix("\($0):") }) {
      // `config.toml:3:7: not TOML` has its line already.
      let line = message.dropFirst(file.count + 1).prefix(while: \.isNumber)
      return line.isEmpty ? file : "\(file):\(line)"
    }
    if let file = files.first(where: { message.contains($0) }) { return file }
    return message.hasPrefix("environment ") || message.contains("(environment ") ? "environment" : "configuration"
  }

  private static func keys(_ text: String, _ file: String) -> [Entry] {
    var section = ""
    return lines(text).flatMap { number, line -> [Entry] in
      let place = "\(file):\(number)"
      if line.hasPrefix("["), let end = line.lastIndex(of: "]") {
        section = line[line.index(after: line.startIndex)..<end].filter { !"[] \"'".contains($0) }
        return [Entry(names: ["[\(section)]"], place: place)]
      }
      guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { return [] }
      let key = line[..<equals].trimmed.filter { !"\"'".contains($0) }
      guard !key.isEmpty else { return [] }
      return [Entry(names: ["[\(section)] \(key) ", "[\(section)] \(key))", "'\(key)' in [\(section)]"], place: place)]
    }
  }

  private static func variables(_ text: String, _ file: String) -> [Entry] {
    lines(text).compactMap { number, line in
      guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { return nil }
      let name = line[..<equals].replacing("export ", with: "").trimmed
      guard !name.isEmpty else { return nil }
      return Entry(names: ["\(file) \(name) ", "\(file) \(name))"], place: "\(file):\(number)")
    }
  }

  private static func lines(_ text: String) -> [(Int, String)] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
      ($0.offset + 1, $0.element.trimmed)
    }
  }
}
