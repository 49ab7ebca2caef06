/// A type that can be bound to a statement and read from a column.
///
/// The library conforms `Bool`, `Int`, `Int32`, `Int64`, `Double`, `String`, `UUID`, `Date`, `Data`, `[UInt8]`,
/// `DatabaseValue` and optionals of all of them. An enum with a conforming raw value needs no code:
///
/// ```swift
/// enum Status: String, SQLValue { case open, matched, closed }
/// ```
public protocol SQLValue: Sendable {
  /// The value to store.
  func encoded() -> DatabaseValue

  /// The value of a column, or `nil` if it is not a value of this type.
  ///
  /// - Parameter value: The column's value.
  static func decoded(from value: DatabaseValue) -> Self?
}

extension SQLValue where Self: RawRepresentable, RawValue: SQLValue {
  /// The raw value's encoding.
  public func encoded() -> DatabaseValue { rawValue.encoded() }

  /// The case whose raw value is stored.
  public static func decoded(from value: DatabaseValue) -> Self? {
    RawValue.decoded(from: value).flatMap(Self.init(rawValue:))
  }
}

extension DatabaseValue: SQLValue {
  /// The value itself.
  public func encoded() -> DatabaseValue { self }

  /// The value itself.
  public static func decoded(from value: DatabaseValue) -> DatabaseValue? { value }
}

extension Optional: SQLValue where Wrapped: SQLValue {
  /// `NULL` for `nil`.
  public func encoded() -> DatabaseValue { self?.encoded() ?? .null }

  /// `nil` for `NULL`.
  public static func decoded(from value: DatabaseValue) -> Wrapped?? {
    if case .null = value { return .some(.none) }
    return Wrapped.decoded(from: value).map(Optional.some)
  }
}
