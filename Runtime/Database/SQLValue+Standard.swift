extension Int64: SQLValue {
  /// An integer.
  public func encoded() -> DatabaseValue { .integer(self) }

  /// Integers only.
  public static func decoded(from value: DatabaseValue) -> Int64? {
    if case .integer(let integer) = value { integer } else { nil }
  }
}

extension Int: SQLValue {
  /// An integer.
  public func encoded() -> DatabaseValue { .integer(Int64(self)) }

  /// Integers only.
  public static func decoded(from value: DatabaseValue) -> Int? {
    Int64.decoded(from: value).flatMap(Int.init(exactly:))
  }
}

extension Int32: SQLValue {
  /// An integer.
  public func encoded() -> DatabaseValue { .integer(Int64(self)) }

  /// Integers within the type's range only.
  public static func decoded(from value: DatabaseValue) -> Int32? {
    Int64.decoded(from: value).flatMap(Int32.init(exactly:))
  }
}

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

extension Double: SQLValue {
  /// A real number. SQLite stores NaN as `NULL`.
  public func encoded() -> DatabaseValue { .real(self) }

  /// Real numbers, and integers, which is how SQLite may give back a whole number.
  public static func decoded(from value: DatabaseValue) -> Double? {
    switch value {
    case .real(let real): real
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}

extension String: SQLValue {
  /// Text.
  public func encoded() -> DatabaseValue { .text(self) }

  /// Text only.
  public static func decoded(from value: DatabaseValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }
}

extension [UInt8]: SQLValue {
  /// A blob.
  public func encoded() -> DatabaseValue { .blob(self) }

  /// Blobs only.
  public static func decoded(from value: DatabaseValue) -> [UInt8]? {
    if case .blob(let bytes) = value { bytes } else { nil }
  }
}
