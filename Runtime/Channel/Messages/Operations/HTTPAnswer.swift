package import Edge
package import HTTPTypes

/// Another server's response.
package struct HTTPAnswer: Message {
  package var url: String
  package var status: HTTPResponse.Status
  package var version: HTTPClient.Version
  package var headers: HTTPFields
  package var body: MessageBody

  package init(
    url: String, status: HTTPResponse.Status, version: HTTPClient.Version, headers: HTTPFields, body: MessageBody
  ) {
    self.url = url
    self.status = status
    self.version = version
    self.headers = headers
    self.body = body
  }

  package init(from reader: inout MessageReader) throws(MessageFault) {
    url = try reader.readString()
    status = try reader.readStatus()
    version = .http1_1
    version.major = Int(try reader.read(UInt8.self))
    version.minor = Int(try reader.read(UInt8.self))
    headers = try reader.readFields()
    body = try MessageBody(from: &reader)
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
