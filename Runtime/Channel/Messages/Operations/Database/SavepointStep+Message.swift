package import Edge

extension SavepointStep: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .set
    case 1: self = .release
    case 2: self = .rollBack
    default: throw MessageFault("a savepoint has no known step")
    }
  }

  package func write(to writer: inout MessageWriter) {
    let number: UInt8 =
      switch self {
      case .set: 0
      case .release: 1
      case .rollBack: 2
      }
    writer.write(number)
  }
}
