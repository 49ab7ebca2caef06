extension Double: SQLValue {
  /// A real number. SQLite stores NaN as `NULL`.
  public func encoded() -> DatabaseValue { .real(self) }

  /// Real numbers, and integers, as which SQLite may return a whole number.
  public static func decoded(from value: DatabaseValue) -> Double? {
    switch value {
    case .real(let real): real
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}
