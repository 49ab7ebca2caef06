/// A text that people read: as it is, or looked up in the app in the device's language.
public enum PushText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text itself.
  case plain(String)
  /// A key of the app's `Localizable` strings, and what replaces the places in it (`%@`, `%1$@`).
  case localized(key: String, arguments: [String] = [])

  /// The text itself.
  public init(stringLiteral value: String) {
    self = .plain(value)
  }
}
