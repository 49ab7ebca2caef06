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
      var section = try ConfigurationSection(file, "functions", name, node)
      warnings += section.warnings(forA: "function", among: known, keys: KnownKeys.function)
      var function = FunctionConfiguration()
      if let enabled = try section.read("enabled", .flag) { function.enabled = enabled }
      function.verifyJWT = try section.read("verify_jwt", .flag)
      function.maximumBody = try section.read("max_body", .bytes(1...(64 << 30)))
      entries += section.entries
      function.secrets = try secrets(section.table["secrets"], section: "\(section.name).secrets")
      functions[name] = function
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
      entries.append(
        ConfigurationEntry(
          key: "\(section).\(name)", value: value, origin: "\(file.name) [\(section)] \(name)", isSecret: true))
    }
    return secrets
  }

  /// The text, or what `env(NAME)` stands for.
  private func resolve(_ text: String) -> String? {
    guard text.hasPrefix("env("), text.hasSuffix(")") else { return text }
    return variable(String(text.dropFirst(4).dropLast()))
  }
}
