package import Edge

extension TransactionIsolation: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .readCommitted
    case 1: self = .repeatableRead
    case 2: self = .serializable
    default: throw MessageFault("a transaction has no known isolation")
    }
  }

  package func write(to writer: inout MessageWriter) {
    let number: UInt8 =
      switch self {
      case .readCommitted: 0
      case .repeatableRead: 1
      case .serializable: 2
      }
    writer.write(number)
  }
}
