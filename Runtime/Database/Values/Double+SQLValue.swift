extension Double: SQLValue {
  /// A real number. SQLite stores NaN as `NULL`.
  public func encoded() -> DatabaseValue { .real(self) }

  /// Reads a real number, or an integer: SQLite may return a whole number as one.
  public static func decoded(from value: DatabaseValue) -> Double? {
    switch value {
    case .real(let real): real
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}
