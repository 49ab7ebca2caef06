extension Int: SQLValue {
  /// An integer.
  public func encoded() -> DatabaseValue { .integer(Int64(self)) }

  /// Integers within the type's range only.
  public static func decoded(from value: DatabaseValue) -> Int? {
    Int64.decoded(from: value).flatMap(Int.init(exactly:))
  }
}

extension Int64: SQLValue {
  /// An integer.
  public func encoded() -> DatabaseValue { .integer(self) }

  /// Integers only.
  public static func decoded(from value: DatabaseValue) -> Int64? {
    if case .integer(let integer) = value { integer } else { nil }
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
