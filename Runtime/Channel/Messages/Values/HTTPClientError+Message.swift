package import Edge

extension HTTPClientError: Message {
  private static let codes: [Code] = [
    .invalidURL, .invalidRequest, .couldNotResolve, .couldNotConnect, .tls, .timedOut, .responseTooLarge,
    .connectionClosed, .protocolError, .redirectRefused, .shutdown, .failed,
  ]

  package init(from reader: inout MessageReader) throws(MessageFault) {
    let name = try reader.readString()
    guard let code = Self.codes.first(where: { $0.description == name }) else {
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
