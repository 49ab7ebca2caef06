import Edge

/// The bounds of a `jsonb` column that clients write: its size as text, and numbers that fit a double.
///
/// `jsonb` stores `1e131071` in eleven bytes and writes it with 131,072 digits. So the stored size and the numbers are
/// checked before the value is written as text. `jsonb_build_array` makes a value that is not compressed, whose size is
/// known.
enum JSONBounds {
  /// The most stored bytes for each byte of a value's text.
  private static let expansion = 8
  /// The path of numbers that are too large or too small for a double.
  private static let numbers: StaticString = """
    '$.** ? (@.type() == "number" && (@ > 1e308 || @ < -1e308 || (@ > 0 && @ < 1e-308) || (@ < 0 && @ > -1e-308)))'
    """

  /// The condition that a column is within the bounds, for a constraint.
  static func condition(_ column: String, upTo bytes: Int) -> String {
    """
    (CASE WHEN pg_column_size(jsonb_build_array(\(column))) > \(expansion * bytes) THEN false
      WHEN jsonb_path_exists(\(column), \(numbers)) THEN false
      ELSE octet_length(\(column)::text) <= \(bytes) END)
    """
  }

  /// The column, or null if it is not within the bounds.
  static func value(_ column: StaticString, upTo bytes: Int) -> SQL {
    """
    CASE WHEN pg_column_size(jsonb_build_array(\(raw: column))) > \(expansion * bytes) THEN NULL
      WHEN jsonb_path_exists(\(raw: column), \(raw: numbers)) THEN NULL
      WHEN octet_length(CAST(\(raw: column) AS text)) <= \(bytes) THEN \(raw: column) END
    """
  }
}
