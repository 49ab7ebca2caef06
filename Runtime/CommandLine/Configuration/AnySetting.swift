/// A setting of any type, for lists of settings.
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
  /// The path in `config.toml`.
  var path: [String] { [section, name] }
  /// `swiftlet.host`.
  var key: String { "\(section).\(name)" }
  /// `[swiftlet] host`.
  var nameInFile: String { "[\(section)] \(name)" }
  /// The type and range in words, for errors.
  var expected: String { kind.expected }

  /// Whether a TOML value is an array of texts.
  var isList: Bool { kind.isList }

  /// The text of a TOML value; nil if it has the wrong type. The range is not checked.
  func text(of node: TOMLNode) -> String? { kind.text(node) }

  func accepts(_ text: String) -> Bool { kind.read(text) != nil }

  /// Resolves a path that is relative to a file's folder; other values stay as they are.
  func rebase(_ text: String, to folder: String) -> String { kind.rebase(text, folder) }

  /// A specific failure for a text that is not acceptable; nil if there is only the general one.
  func explanation(of name: String, _ text: String) -> Failure? { kind.explain(name, text) }

  /// The failure for a text that is not acceptable.
  ///
  /// - Parameters:
  ///   - name: the value's name in its source.
  ///   - text: the value; a secret is not shown, nor the login of an address.
  func refusal(of name: String, _ text: String) -> Failure {
    if let explanation = explanation(of: name, text) { return explanation }
    let said = isSecret ? "\(name) is not acceptable" : "\(name) is \(QuotedValue(text))"
    return Failure(.configuration, "\(said): expected \(expected)")
  }
}
