import Edge
import HTTPTypes

extension HTTPCall: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    guard let method = HTTPRequest.Method(try reader.readString()) else {
      throw MessageFault("the method is not a token")
    }
    var request = HTTPClient.Request(method: method, url: try reader.readString(), headers: try reader.readFields())
    request.timeout = try reader.readDuration()
    request.idleTimeout = try reader.readDuration()
    request.connectTimeout = try reader.readDuration()
    request.maximumResponseSize = try reader.readInt()
    request.decompresses = try reader.readBool()
    request.followsRedirects = try reader.readBool()
    request.addsDefaultFields = try reader.readBool()
    request.unixSocketPath = try Optional(from: &reader)
    request.caFile = try Optional(from: &reader)
    self.init(request, body: try MessageBody(from: &reader))
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(request.method.rawValue)
    writer.write(request.url)
    writer.write(request.headers)
    writer.write(request.timeout.bounded)
    writer.write(request.idleTimeout.bounded)
    writer.write(request.connectTimeout.bounded)
    writer.write(request.maximumResponseSize)
    writer.write(request.decompresses)
    writer.write(request.followsRedirects)
    writer.write(request.addsDefaultFields)
    writer.write(request.unixSocketPath)
    writer.write(request.caFile)
    writer.write(body)
  }
}

extension Duration {
  /// The duration, at most the 24 days that a request may take.
  fileprivate var bounded: Duration { min(max(self, .zero), .seconds(24 * 86_400)) }
}
