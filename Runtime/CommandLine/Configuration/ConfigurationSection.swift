/// The table of one function or job in `config.toml`, read key by key: `[functions.<name>]`, `[jobs.<name>]`.
struct ConfigurationSection {
  private let reader: TablesReader
  /// The first part of the table's name: `functions`.
  let group: String
  /// The second part: `greet`.
  let member: String
  let table: [String: TOMLNode]

  /// - Throws: ``Failure`` if the node is not a table.
  init(_ reader: TablesReader, _ group: String, _ member: String, _ node: TOMLNode) throws(Failure) {
    guard let table = node.table else { throw reader.file.refusal("[\(group).\(member)]", node, expected: "a table") }
    self.reader = reader
    self.group = group
    self.member = member
    self.table = table
  }

  /// Both parts: `functions.greet`.
  var name: String { "\(group).\(member)" }

  private var file: ConfigurationFile { reader.file }

  /// A key's value, which the reader notes; nil if the table does not have the key, or a wrong value was noted.
  ///
  /// - Throws: ``Failure`` that names file, section and key, the value and what was expected.
  func read<Value>(_ key: String, _ kind: SettingKind<Value>) throws(Failure) -> Value? {
    guard let node = table[key] else { return nil }
    let text = kind.text(node)
    guard let text, let value = kind.read(text) else {
      try file.faults.attempt { () throws(Failure) in
        throw text.flatMap { kind.explain("\(file.name) [\(name)] \(key)", $0) }
          ?? file.refusal("[\(name)] \(key)", node, expected: kind.expected, isList: kind.isList)
      }
      return nil
    }
    reader.note(
      ConfigurationEntry(
        key: "\(name).\(key)", value: kind.write(value), origin: "\(file.name) [\(name)] \(key)", isSecret: false))
    return value
  }

  /// Warns of an unknown name.
  ///
  /// - Parameters:
  ///   - kind: `function` or `job`.
  ///   - names: the known names; nil if any may be known later.
  func warn(ofUnknown kind: String, among names: Set<String>?) {
    guard let names, !names.contains(member) else { return }
    let question = Suggestion.question(member, in: names.sorted())
    reader.warn("\(file.name): unknown \(kind) '\(member)' in [\(name)]\(question)")
  }

  /// Warns of settings for the workers of a function that has none.
  func warn(ofUseless keys: [String]) {
    let useless = keys.filter { table[$0] != nil }
    guard !useless.isEmpty else { return }
    reader.warn(
      "\(file.name) [\(name)] \(useless.joined(separator: ", ")): without effect, since \(member) is part of the host's program and has no workers"
    )
  }
}
