/// The table of one function or job in `config.toml`, read key by key: `[functions.<name>]`, `[jobs.<name>]`.
struct ConfigurationSection {
  let file: ConfigurationFile
  /// The first part of the table's name: `functions`.
  let group: String
  /// The second part: `greet`.
  let member: String
  let table: [String: TOMLNode]
  /// The values that were read, for `--print-config`.
  private(set) var entries: [ConfigurationEntry] = []

  /// - Throws: ``Failure`` if the node is not a table.
  init(_ file: ConfigurationFile, _ group: String, _ member: String, _ node: TOMLNode) throws(Failure) {
    guard let table = node.table else { throw file.refusal("[\(group).\(member)]", node, expected: "a table") }
    self.file = file
    self.group = group
    self.member = member
    self.table = table
  }

  /// Both parts: `functions.greet`.
  var name: String { "\(group).\(member)" }

  /// A key's value; nil if the table does not have the key, or a wrong value was noted.
  ///
  /// - Throws: ``Failure`` that names file, section and key, the value and what was expected.
  mutating func read<Value>(_ key: String, _ kind: SettingKind<Value>) throws(Failure) -> Value? {
    guard let node = table[key] else { return nil }
    let text = kind.text(node)
    guard let text, let value = kind.read(text) else {
      try file.faults.attempt { () throws(Failure) in
        throw text.flatMap { kind.explain("\(file.name) [\(name)] \(key)", $0) }
          ?? file.refusal("[\(name)] \(key)", node, expected: kind.expected, isList: kind.isList)
      }
      return nil
    }
    entries.append(
      ConfigurationEntry(
        key: "\(name).\(key)", value: kind.write(value), origin: "\(file.name) [\(name)] \(key)", isSecret: false))
    return value
  }

  /// Warnings about an unknown name and about unknown keys.
  ///
  /// - Parameters:
  ///   - kind: `function` or `job`.
  ///   - names: the known names; nil if any may be known later.
  ///   - keys: the known keys.
  func warnings(forA kind: String, among names: Set<String>?, keys: [String]) -> [String] {
    var warnings = KnownKeys.warnings(for: table, section: name, known: keys, file: file.name)
    if let names, !names.contains(member) {
      let question = Suggestion.question(member, in: names.sorted())
      warnings.append("\(file.name): unknown \(kind) '\(member)' in [\(name)]\(question)")
    }
    return warnings
  }
}
