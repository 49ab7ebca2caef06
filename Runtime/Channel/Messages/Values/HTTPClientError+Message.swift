package import Edge

extension HTTPClientError: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    guard let code = Code(name: try reader.readString()) else {
      throw MessageFault("the code of an error is not known")
    }
    self.init(
      code, try reader.readString(),
      curlCode: try reader.readOptional { reader throws(MessageFault) in try reader.read(Int32.self) })
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(code.description)
    writer.write(message)
    writer.write(curlCode) { writer, code in writer.write(code) }
  }
}
