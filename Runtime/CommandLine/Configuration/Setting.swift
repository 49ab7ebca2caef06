import Configuration

/// One value that people configure: its names, and what it may be.
struct Setting<Value: Sendable>: Sendable {
  let path: [String]
  let flag: String?
  let variables: [String]
  let isSecret: Bool
  let isInFile: Bool
  let kind: SettingKind<Value>

  /// Describes a setting.
  ///
  /// - Parameters:
  ///   - path: the section and the key in `config.toml`.
  ///   - kind: what it may be.
  ///   - flag: the flag without its dashes, if there is one.
  ///   - variables: its names in the environment; the first that is set counts.
  ///   - isSecret: whether its value is never shown.
  ///   - isInFile: whether `config.toml` may have it.
  init(
    _ path: String..., kind: SettingKind<Value>, flag: String? = nil, variables: [String], isSecret: Bool = false,
    isInFile: Bool = true
  ) {
    self.path = path
    self.flag = flag
    self.variables = variables
    self.isSecret = isSecret
    self.isInFile = isInFile
    self.kind = kind
  }
}

/// A setting without its type, for lists of them.
protocol AnySetting: Sendable {
  var path: [String] { get }
  var flag: String? { get }
  var variables: [String] { get }
  var isSecret: Bool { get }
  var isInFile: Bool { get }
  /// What it may be, for errors.
  var expected: String { get }
  /// The text of a TOML value of the right type; nil for a wrong one. The range is not looked at.
  func text(of node: TOMLNode) -> String?
  /// Whether a text is acceptable.
  func accepts(_ text: String) -> Bool
  /// Makes a path that is relative to a file's folder relative to where the program runs.
  func rebase(_ text: String, to folder: String) -> String
  /// What to say about a text that is not acceptable, in place of the usual.
  func explanation(of name: String, _ text: String) -> Failure?
}

extension Setting: AnySetting {
  var expected: String { kind.expected }
  func text(of node: TOMLNode) -> String? { kind.text(node) }
  func accepts(_ text: String) -> Bool { kind.read(text) != nil }
  func rebase(_ text: String, to folder: String) -> String { kind.rebase(text, folder) }
  func explanation(of name: String, _ text: String) -> Failure? { kind.explain(name, text) }
}

extension AnySetting {
  /// `swiftlet.host`.
  var key: String { path.joined(separator: ".") }
  var configKey: ConfigKey { ConfigKey(path) }
  /// `[swiftlet] host`.
  var nameInFile: String { "[\(path.dropLast().joined(separator: "."))] \(path.last ?? "")" }

  /// What to say about a text that is not acceptable.
  ///
  /// - Parameters:
  ///   - name: what the value is called where it stands.
  ///   - text: the value; it is left out if it is a secret.
  func refusal(of name: String, _ text: String) -> Failure {
    if let explanation = explanation(of: name, text) { return explanation }
    let said = isSecret ? "\(name) is not acceptable" : "\(name) is \"\(text.prefix(60))\""
    return Failure(.configuration, "\(said): expected \(expected)")
  }
}
