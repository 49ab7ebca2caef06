/// The result that is asked of statements within a transaction. Each kind but `batch` has one statement.
package enum StatementKind: Message, Hashable {
  /// The rows, at most `limit`; nil for all.
  case query(limit: Int?)
  /// The number of changed rows.
  case execute
  /// No result: the statement may be deferred until the commit.
  case append
  /// The rows of each statement.
  case batch
  /// Nothing: statements without bindings, separated by semicolons.
  case script

  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .query(limit: try reader.readLimit())
    case 1: self = .execute
    case 2: self = .append
    case 3: self = .batch
    case 4: self = .script
    default: throw MessageFault("a statement has no known kind")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .query(let limit): writer.write(case: 0, limit)
    case .execute: writer.write(case: 1)
    case .append: writer.write(case: 2)
    case .batch: writer.write(case: 3)
    case .script: writer.write(case: 4)
    }
  }
}

extension MessageReader {
  /// Reads the most rows of a query, which is at least 1.
  mutating func readLimit() throws(MessageFault) -> Int? {
    let limit: Int? = try Optional(from: &self)
    if let limit, limit < 1 { throw MessageFault("a limit of rows is less than 1") }
    return limit
  }
}
