extension WorkerNote: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 2: self = .retire
    case 3: self = .retiring
    default: throw MessageFault("the kind of a note is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .retire: writer.write(2 as UInt8)
    case .retiring: writer.write(3 as UInt8)
    }
  }
}
