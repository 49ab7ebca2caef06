extension StatementKind: Message {
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
    case .query(let limit):
      writer.write(0 as UInt8)
      writer.write(limit) { $0.write($1) }
    case .execute: writer.write(1 as UInt8)
    case .append: writer.write(2 as UInt8)
    case .batch: writer.write(3 as UInt8)
    case .script: writer.write(4 as UInt8)
    }
  }
}

extension MessageReader {
  /// Reads the most rows of a query, which is at least 1.
  mutating func readLimit() throws(MessageFault) -> Int? {
    let limit = try readOptional { reader throws(MessageFault) in try reader.readInt() }
    if let limit, limit < 1 { throw MessageFault("a limit of rows is less than 1") }
    return limit
  }
}
