import Edge

extension HTTPAnswer: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let url = try reader.readString()
    let status = try reader.readStatus()
    var version = HTTPClient.Version.http1_1
    version.major = Int(try reader.read(UInt8.self))
    version.minor = Int(try reader.read(UInt8.self))
    self.init(
      url: url, status: status, version: version, headers: try reader.readFields(), body: try MessageBody(from: &reader)
    )
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(url)
    writer.write(status)
    writer.write(UInt8(clamping: version.major))
    writer.write(UInt8(clamping: version.minor))
    writer.write(headers)
    writer.write(body)
  }
}
