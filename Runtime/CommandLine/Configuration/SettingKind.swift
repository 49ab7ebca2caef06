import Edge
import FoundationEssentials

/// The type and range of a setting, and how its values are read and written.
struct SettingKind<Value: Sendable>: Sendable {
  /// The type and range in words, for errors: `a whole number from 0 to 65535`.
  let expected: String
  /// The text of a TOML value; nil if it has the wrong type.
  var text: @Sendable (TOMLNode) -> String? = Self.onlyText
  /// Reads a text; nil if it is not acceptable.
  let read: @Sendable (String) -> Value?
  /// Writes a value as `--print-config` shows it.
  let write: @Sendable (Value) -> String
  /// Resolves a path that is relative to a file's folder; other values stay as they are.
  var rebase: @Sendable (_ text: String, _ folder: String) -> String = { text, _ in text }
  /// A specific failure for a text that is not acceptable; nil if there is only the general one.
  var explain: @Sendable (_ name: String, _ text: String) -> Failure? = { _, _ in nil }
  /// Whether a TOML value is an array of texts.
  var isList = false

  static func onlyText(_ node: TOMLNode) -> String? { if case .text(let text) = node { text } else { nil } }
}

extension SettingKind where Value == String {
  /// A text that is used as it is.
  static func string(
    expected: String, text: @escaping @Sendable (TOMLNode) -> String? = Self.onlyText,
    accepts: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(expected: expected, text: text, read: { accepts($0) ? $0 : nil }, write: { $0 })
  }

  /// Any text that is not empty and has no control characters.
  static var text: Self {
    string(
      expected: "text",
      accepts: { text in
        !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      })
  }

  /// The path of a file or folder.
  static var path: Self {
    var kind = text
    kind.rebase = { Paths.resolve($0, in: $1) }
    return kind
  }
}

extension SettingKind where Value == Bool {
  /// `true` or `false`.
  static var flag: Self {
    Self(
      expected: "true or false", text: { if case .boolean(let flag) = $0 { "\(flag)" } else { nil } },
      read: { Bool($0) }, write: { "\($0)" })
  }
}

extension SettingKind where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      text: { if case .integer(let value) = $0 { "\(value)" } else { nil } },
      read: { Int($0).flatMap { range.contains($0) ? $0 : nil } },
      write: { "\($0)" })
  }

  /// A size in bytes: a whole number, or `"10MiB"`.
  static func bytes(_ range: ClosedRange<Int>) -> Self {
    let bounds = "\(Quantity.text(bytes: range.lowerBound)) to \(Quantity.text(bytes: range.upperBound))"
    return Self(
      expected: "bytes from \(bounds), as a whole number or as text such as \"10MiB\"",
      text: { if case .integer(let value) = $0 { "\(value)" } else { onlyText($0) } },
      read: { Quantity.bytes($0).flatMap { range.contains($0) ? $0 : nil } },
      write: Quantity.text(bytes:))
  }
}

extension SettingKind where Value == Double {
  /// A duration in seconds: a number, or `"30s"`.
  static func seconds(_ range: ClosedRange<Double>) -> Self {
    let bounds = "\(Quantity.text(seconds: range.lowerBound)) to \(Quantity.text(seconds: range.upperBound))"
    return Self(
      expected: "a duration from \(bounds), in seconds or as text such as \"30s\" or \"5m\"",
      text: { node in
        switch node {
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        default: onlyText(node)
        }
      },
      read: { Quantity.seconds($0).flatMap { range.contains($0) ? $0 : nil } },
      write: Quantity.text(seconds:))
  }
}

extension SettingKind where Value == Set<String> {
  /// IP addresses: an array of strings, with commas between them in the environment.
  static var addresses: Self {
    list(
      expected: "IP addresses, such as [\"10.0.0.1\"]",
      split: { text in text.split(separator: ",").map { $0.trimmed } }, accepts: { IPAddress($0) != nil },
      make: { Set($0) },
      write: { $0.isEmpty ? "(none)" : $0.sorted().joined(separator: ", ") })
  }
}

extension SettingKind where Value == URL {
  /// The address of a server: `https://…`, with neither user nor query.
  static var serverURL: Self {
    Self(
      expected: "an http or https address, such as https://<project>.supabase.co",
      read: { text in
        let bare = text.withoutTrailingSlash
        guard !bare.contains(where: \.isWhitespace), let url = URL(string: bare),
          ["http", "https"].contains(url.scheme ?? ""), url.host()?.isEmpty == false,
          url.port.map({ (1...65_535).contains($0) }) != false,
          url.user() == nil, url.password() == nil, url.query() == nil, url.fragment() == nil
        else { return nil }
        return url
      },
      write: \.absoluteString)
  }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static var word: Self {
    Self(
      expected: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))",
      read: { Value(rawValue: $0) }, write: \.rawValue)
  }
}
