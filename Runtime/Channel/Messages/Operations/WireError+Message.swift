import Edge

extension WireError: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .database(try DatabaseError(from: &reader))
    case 1: self = .function(try FunctionError(from: &reader))
    case 2: self = .push(try PushError(from: &reader))
    case 3: self = .pushFault(try PushFault(from: &reader))
    case 4: self = .http(try HTTPClientError(from: &reader))
    case 5: self = .signedPayload(try SignedPayloadError(from: &reader))
    case 6: self = .cancelled
    case 7: self = .other(type: try reader.readString(), text: try reader.readString())
    default: throw MessageFault("the kind of an error is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    func write(_ kind: UInt8, _ message: some Message) {
      writer.write(kind)
      writer.write(message)
    }
    switch self {
    case .database(let error): write(0, error)
    case .function(let error): write(1, error)
    case .push(let error): write(2, error)
    case .pushFault(let error): write(3, error)
    case .http(let error): write(4, error)
    case .signedPayload(let error): write(5, error)
    case .cancelled: writer.write(6 as UInt8)
    case .other(let type, let text):
      writer.write(7 as UInt8)
      writer.write(type)
      writer.write(text)
    }
  }
}
