import Host

/// Reads the tables of `config.toml`: `[functions.<name>]` and the secrets.
struct FunctionTables {
  let file: ConfigurationFile
  /// Looks up what `env(NAME)` names.
  let variable: (String) -> String?
  private(set) var warnings: [String] = []
  private(set) var entries: [ConfigurationEntry] = []

  init(file: ConfigurationFile, variable: @escaping (String) -> String?) {
    self.file = file
    self.variable = variable
  }

  /// What `[functions.*]` says, by name.
  ///
  /// - Parameter known: the functions that there are; others are warned about.
  mutating func functions(known: Set<String>) throws(Failure) -> [String: FunctionConfiguration] {
    var functions: [String: FunctionConfiguration] = [:]
    for (name, node) in try file.table("functions").sorted(by: { $0.key < $1.key }) {
      let section = "functions.\(name)"
      guard let table = node.table else { throw file.refusal("[\(section)]", node, expected: "a table") }
      warnings += KnownKeys.warnings(for: table, section: section, known: KnownKeys.function, file: file.name)
      if !known.contains(name) {
        let guess = KnownKeys.closest(to: name, in: known.sorted()).map { ". Did you mean \($0)?" } ?? ""
        warnings.append("\(file.name): [\(section)] is for a function that does not exist\(guess)")
      }
      functions[name] = try function(table, section)
    }
    return functions
  }

  /// What a table of secrets says; `section` is the table's path.
  mutating func secrets(_ node: TOMLNode?, section: String) throws(Failure) -> [String: String] {
    guard let node else { return [:] }
    guard let table = node.table else { throw file.refusal("[\(section)]", node, expected: "a table of texts") }
    var secrets: [String: String] = [:]
    for (name, node) in table.sorted(by: { $0.key < $1.key }) {
      guard case .text(let text) = node else {
        // Not `found`: even a number may be a secret.
        throw Failure(.configuration, "\(file.name) [\(section)] \(name) is no text: expected \"…\" or \"env(NAME)\"")
      }
      if FunctionSecrets.isReserved(name) {
        warnings.append(
          "\(file.name): [\(section)] \(name) is left out: names that start with SUPABASE_ are the host's")
        continue
      }
      guard let value = resolve(text) else {
        warnings.append("\(file.name): [\(section)] \(name) is \(text), and that variable is not set")
        continue
      }
      secrets[name] = value
      note(section, name, value, isSecret: true)
    }
    return secrets
  }

  private mutating func function(
    _ table: [String: TOMLNode], _ section: String
  ) throws(Failure) -> FunctionConfiguration {
    var function = FunctionConfiguration()
    if let enabled = try boolean(table, section, "enabled") { function.enabled = enabled }
    function.verifyJWT = try boolean(table, section, "verify_jwt")
    if let node = table["max_body"] {
      let kind = SettingKind<Int>.bytes(1...(64 << 30))
      guard let size = kind.text(node).flatMap(kind.read) else {
        throw file.refusal("[\(section)] max_body", node, expected: kind.expected)
      }
      function.maximumBody = size
      note(section, "max_body", kind.write(size))
    }
    function.secrets = try secrets(table["secrets"], section: "\(section).secrets")
    return function
  }

  private mutating func boolean(
    _ table: [String: TOMLNode], _ section: String, _ key: String
  ) throws(Failure) -> Bool? {
    guard let node = table[key] else { return nil }
    guard case .boolean(let value) = node else {
      throw file.refusal("[\(section)] \(key)", node, expected: "true or false")
    }
    note(section, key, "\(value)")
    return value
  }

  /// The text, or what `env(NAME)` stands for.
  private func resolve(_ text: String) -> String? {
    guard text.hasPrefix("env("), text.hasSuffix(")") else { return text }
    return variable(String(text.dropFirst(4).dropLast()))
  }

  private mutating func note(_ section: String, _ key: String, _ value: String, isSecret: Bool = false) {
    entries.append(
      ConfigurationEntry(
        key: "\(section).\(key)", value: value, origin: "\(file.name) [\(section)] \(key)", isSecret: isSecret))
  }
}
