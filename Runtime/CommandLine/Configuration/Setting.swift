/// One value that people configure: its names, and what it may be.
struct Setting<Value: Sendable>: AnySetting {
  let section: String
  let name: String
  let flag: String?
  let variables: [String]
  let isSecret: Bool
  let isInFile: Bool
  let kind: SettingKind<Value>

  /// Describes a setting.
  ///
  /// - Parameters:
  ///   - section: the section of `config.toml`.
  ///   - name: the key in the section.
  ///   - kind: what it may be.
  ///   - flag: the flag without its dashes, if there is one.
  ///   - variables: its names in the environment; the first that is set counts.
  ///   - isSecret: whether its value is never shown.
  ///   - isInFile: whether `config.toml` may have it.
  init(
    _ section: String, _ name: String, kind: SettingKind<Value>, flag: String? = nil, variables: [String],
    isSecret: Bool = false, isInFile: Bool = true
  ) {
    self.section = section
    self.name = name
    self.flag = flag
    self.variables = variables
    self.isSecret = isSecret
    self.isInFile = isInFile
    self.kind = kind
  }
}

/// A setting without its type, for lists of them.
protocol AnySetting: Sendable {
  associatedtype Value: Sendable
  var section: String { get }
  var name: String { get }
  var flag: String? { get }
  var variables: [String] { get }
  var isSecret: Bool { get }
  var isInFile: Bool { get }
  var kind: SettingKind<Value> { get }
}

extension AnySetting {
  /// Where it stands in `config.toml`.
  var path: [String] { [section, name] }
  /// `swiftlet.host`.
  var key: String { "\(section).\(name)" }
  /// `[swiftlet] host`.
  var nameInFile: String { "[\(section)] \(name)" }
  /// What it may be, for errors.
  var expected: String { kind.expected }

  /// The text of a TOML value of the right type; nil for a wrong one. The range is not looked at.
  func text(of node: TOMLNode) -> String? { kind.text(node) }

  /// Whether a text is acceptable.
  func accepts(_ text: String) -> Bool { kind.read(text) != nil }

  /// Makes a path that is relative to a file's folder relative to where the program runs.
  func rebase(_ text: String, to folder: String) -> String { kind.rebase(text, folder) }

  /// What to say about a text that is not acceptable, in place of the usual; nil if the usual says it all.
  func explanation(of name: String, _ text: String) -> Failure? { kind.explain(name, text) }

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
