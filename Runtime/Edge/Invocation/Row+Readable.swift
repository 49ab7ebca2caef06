public import Database
public import Logging

extension [Row] {
  /// Reads the rows of a list, and leaves out the malformed ones.
  ///
  /// For lists with rows of several users: a malformed row that one user wrote must not break the response to others. A
  /// row for which `read` throws is left out, and a warning names its table, its id and the reason, but none of its
  /// values.
  ///
  /// - Parameters:
  ///   - table: the table, for the log.
  ///   - column: the column that identifies a row, for the log.
  ///   - logger: the logger for the warnings: one for each of the first 20 rows, and one for all further rows.
  ///   - read: reads a row.
  /// - Returns: the values, in the order of the rows.
  public func readable<Value>(
    of table: String, id column: String = "id", _ logger: Logger, _ read: (Row) throws -> Value
  ) -> [Value] {
    var left = 0
    let values = compactMap { row in
      do {
        return try read(row)
      } catch {
        left += 1
        if left <= Self.loggedRows {
          logger.warning(
            "Left out a row that cannot be read",
            metadata: [
              "table": "\(table)", column == "id" ? "row" : "\(column)": "\(row.name(column))",
              "reason": "\(Self.reason(error))",
            ])
        }
        return nil
      }
    }
    if left > Self.loggedRows {
      logger.warning(
        "Left out more rows that cannot be read",
        metadata: ["table": "\(table)", "rows": "\(left - Self.loggedRows)"])
    }
    return values
  }

  /// The number of rows of a list that are logged one by one.
  private static var loggedRows: Int { 20 }

  /// The reason without values. A fault's path is left out, since it contains keys of the row.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as DatabaseError: error.message
    case let fault as JSONFault: fault.reason
    default: "\(type(of: error))"
    }
  }
}

extension Row {
  /// The text of a column that identifies the row.
  fileprivate func name(_ column: String) -> String {
    switch try? get(column, as: DatabaseValue.self) {
    case .text(let text): String(text.prefix(64))
    case .integer(let number): "\(number)"
    default: "-"
    }
  }
}
