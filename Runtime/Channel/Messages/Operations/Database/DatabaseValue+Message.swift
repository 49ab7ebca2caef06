package import Edge

/// A byte for the case, then the value.
extension DatabaseValue: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .null
    case 1: self = .integer(try reader.read())
    case 2: self = .real(try reader.readDouble())
    case 3: self = .text(try reader.readString())
    case 4: self = .blob(try reader.readBytes())
    default: throw MessageFault("a value of the database has no known type")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .null: writer.write(case: 0)
    case .integer(let number): writer.write(case: 1, number)
    case .real(let number): writer.write(case: 2, number)
    case .text(let text): writer.write(case: 3, text)
    case .blob(let bytes):
      writer.write(4 as UInt8)
      writer.write(bytes)
    }
  }
}
