extension String: SQLValue {
  /// Text.
  public func encoded() -> DatabaseValue { .text(self) }

  /// Text only.
  public static func decoded(from value: DatabaseValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }
}
