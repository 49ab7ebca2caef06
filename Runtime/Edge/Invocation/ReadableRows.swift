public import Database
public import Logging

extension [Row] {
  /// The rows of a list that can be read, for lists that hold rows of several users.
  ///
  /// A row that `read` throws for is left out, and a warning names its table and its id. The warning carries the reason and none of the row's
  /// values. So a malformed row that one user wrote costs the others that row, and never the list.
  ///
  /// - Parameters:
  ///   - table: the table, for the log.
  ///   - column: the column that identifies a row, for the log.
  ///   - logger: where the warnings go: one for each of the first 20 rows, then one for all the others.
  ///   - read: reads a row.
  /// - Returns: what was read, in the rows' order.
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

  /// How many rows of a list are logged one by one.
  private static var loggedRows: Int { 20 }

  /// The reason without any value: a fault's path is left out, since it holds keys of the row.
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
