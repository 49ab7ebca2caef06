extension Rights: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .host
    case 1: self = .caller(role: try reader.readString(), claims: try reader.readString())
    default: throw MessageFault("rights are neither the host's nor a caller's")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .host: writer.write(0 as UInt8)
    case .caller(let role, let claims):
      writer.write(1 as UInt8)
      writer.write(role)
      writer.write(claims)
    }
  }
}
