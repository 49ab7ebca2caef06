/// The codes of Postgres' errors, and the rules for them.
enum SQLState {
  static let cancelled = "57014"
  static let featureNotSupported = "0A000"

  /// Whether a prepared statement may be out of date: its columns have changed, or the server no longer has it.
  static func isStale(_ state: String?) -> Bool { state == featureNotSupported || state == "26000" }

  /// Whether the primary message may name tables, columns and constraints, but quotes no values.
  static func quotesNoValue(_ state: String) -> Bool {
    // P0001 is the message of a trigger or function, which its author chooses.
    ["08", "0A", "23", "25", "26", "40", "44", "53", "55", "57", "58"].contains(state.prefix(2))
      || state == "42501" || state == "P0001" || state == "42P01"
  }

  /// Whether the primary message may quote a value of a row.
  static func mayQuoteRows(_ state: String) -> Bool { state.hasPrefix("22") || state == "42601" }

  /// A message in place of one that may quote a value.
  static func message(_ state: String) -> String {
    let words =
      switch state {
      case "22P02", "22P03": "a value is not valid for its type"
      case "22003": "a number is out of its type's range"
      case "22001": "a text is too long for its column"
      case "22007", "22008": "a value is not a valid date or time"
      case "22012": "division by zero"
      case "22021": "a text has invalid bytes"
      case "22P05": "a JSON text has U+0000"
      case "2201B": "a regular expression is not valid"
      case "22030", "22032": "a JSON text is not valid"
      case "42601": "a text that is read as an expression is not valid"
      default: "the server could not run it"
      }
    return "The statement failed: \(words) (SQLSTATE \(state))."
  }
}
