extension Bool: SQLValue {
  /// The integer 0 or 1.
  public func encoded() -> DatabaseValue { .integer(self ? 1 : 0) }

  /// The integers 0 and 1 only.
  public static func decoded(from value: DatabaseValue) -> Bool? {
    switch value {
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }
}
