import Database

/// The size of a result in memory, which has a limit: any statement of an author's may ask for any number of rows.
struct ResultSize {
  /// The most bytes of a result. A server's result has at most as many on its way, too.
  static let limit = 256 << 20
  /// About how many bytes a row takes beside its values: its array and its layout.
  private static let rowOverhead = 64

  private var bytes = 0

  /// Counts a row without its values.
  ///
  /// - Throws: ``DatabaseError/Code/failed`` above the limit.
  mutating func addRow(of statement: String) throws(DatabaseError) {
    try add(Self.rowOverhead, statement)
  }

  /// Counts a value of a row.
  ///
  /// - Throws: ``DatabaseError/Code/failed`` above the limit.
  mutating func add(_ value: DatabaseValue, of statement: String) throws(DatabaseError) {
    try add(value.size, statement)
  }

  private mutating func add(_ count: Int, _ statement: String) throws(DatabaseError) {
    bytes += count
    guard bytes <= Self.limit else { throw .longResult.about(statement) }
  }
}

extension DatabaseError {
  /// The error of a statement whose result is over the limit.
  static let longResult = DatabaseError(
    .failed, "The result has more than \(ResultSize.limit >> 20) MiB: read it in parts, by LIMIT.")

  /// The same error with the statement's text.
  func about(_ statement: String) -> DatabaseError { DatabaseError(code, message, statement: statement) }
}

extension DatabaseValue {
  /// About how many bytes the value takes in memory.
  fileprivate var size: Int {
    switch self {
    case .null, .integer, .real: MemoryLayout<Self>.stride
    case .text(let text): MemoryLayout<Self>.stride + text.utf8.count
    case .blob(let bytes): MemoryLayout<Self>.stride + bytes.count
    }
  }
}
