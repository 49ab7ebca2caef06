/// A text for people: literal, or a key that the app looks up in the device's language.
public enum PushText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text itself.
  case plain(String)
  /// A key of the app's `Localizable` strings, and the values for its placeholders (`%@`, `%1$@`).
  case localized(key: String, arguments: [String] = [])

  /// A plain text.
  public init(stringLiteral value: String) {
    self = .plain(value)
  }
}
