package import Edge

extension SignedPayloadError: Message {
  private static let codes: [Code] = [.malformed, .untrusted, .root, .unavailable]

  package init(from reader: inout MessageReader) throws(MessageFault) {
    let place = Int(try reader.read(UInt8.self))
    guard Self.codes.indices.contains(place) else { throw MessageFault("the code of an error is not known") }
    self.init(Self.codes[place], try reader.readString())
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(UInt8(clamping: Self.codes.firstIndex(of: code) ?? 0))
    writer.write(description)
  }
}
