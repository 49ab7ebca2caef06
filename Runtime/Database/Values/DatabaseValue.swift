/// A value as a database stores it: that of a binding or of a column.
///
/// The five cases are SQLite's storage classes; other engines map their types onto them.
public enum DatabaseValue: Sendable, Hashable {
  /// SQL's `NULL`.
  case null
  /// A 64-bit signed integer; also what a `Bool` is stored as, 0 or 1.
  case integer(Int64)
  /// A 64-bit floating-point number.
  case real(Double)
  /// Text in UTF-8.
  case text(String)
  /// Bytes as they are.
  case blob([UInt8])
}

extension DatabaseValue {
  /// The case's name, which errors show in place of the value.
  package var kind: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "text"
    case .blob: "a blob"
    }
  }
}
