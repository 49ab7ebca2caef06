/// What is known about SQLSTATEs.
enum SQLState {
  static let cancelled = "57014"

  /// Whether the session ends with this error.
  static func endsSession(_ state: String) -> Bool { state.hasPrefix("57P") || state.hasPrefix("08") }

  /// Whether a transaction that failed so may be tried again.
  static func isRetryable(_ code: DatabaseError.Code) -> Bool { code == .serializationFailure || code == .deadlock }

  /// Whether a prepared statement may have become stale: its plan's columns changed, or it is gone.
  static func isStale(_ state: String?) -> Bool { state == "0A000" || state == "26000" }

  /// Whether the primary messages of its class name tables, columns and constraints, but no values.
  static func quotesNoValue(_ state: String) -> Bool {
    // A trigger's own words (P0001) are its author's to choose.
    ["08", "0A", "23", "25", "26", "40", "44", "53", "55", "57", "58"].contains(state.prefix(2))
      || state == "42501" || state == "P0001" || state == "42P01"
  }

  /// Words for the errors that quote values.
  static func message(_ state: String) -> String {
    let words =
      switch state {
      case "22P02", "22P03": "a value is not valid for its type"
      case "22003": "a number is out of its type's range"
      case "22001": "a text is too long for its column"
      case "22007", "22008": "a value is no valid date or time"
      case "22012": "division by zero"
      case "22021": "a text has bytes that are not valid"
      case "2201B": "a regular expression is not valid"
      case "22030", "22032": "a JSON text is not valid"
      case "42601": "a text that is read as an expression is not valid"
      default: "the server could not run it"
      }
    return "The statement failed: \(words) (SQLSTATE \(state))."
  }
}
