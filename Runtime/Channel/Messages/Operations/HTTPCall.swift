package import Edge
import HTTPTypes

/// A request to another server, which the host sends. It follows the redirects and retries.
package struct HTTPCall: Message {
  /// The request, without its body.
  package var request: HTTPClient.Request
  package var body: MessageBody
  /// Whether the body may be read only once. Otherwise the host collects it, so that the request can be sent again.
  package var isStreamed: Bool

  package init(_ request: HTTPClient.Request, body: MessageBody, isStreamed: Bool) {
    self.request = request
    self.request.body = nil
    self.request.streamedBody = nil
    self.body = body
    self.isStreamed = isStreamed
  }

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
    request.retry = try reader.readOptional(Self.retry)
    self.init(request, body: try MessageBody(from: &reader), isStreamed: try reader.readBool())
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
    writer.write(request.retry, Self.write)
    writer.write(body)
    writer.write(isStreamed)
  }

  private static func retry(_ reader: inout MessageReader) throws(MessageFault) -> HTTPClient.RetryPolicy {
    var retry = HTTPClient.RetryPolicy(attempts: try reader.readInt())
    retry.firstPause = try reader.readDuration()
    retry.longestPause = try reader.readDuration()
    retry.longestRetryAfter = try reader.readDuration()
    retry.statuses = Set(try reader.readArray { reader throws(MessageFault) in Int(try reader.read(UInt16.self)) })
    retry.errors = Set(
      try reader.readArray { reader throws(MessageFault) in
        guard let code = HTTPClientError.Code(name: try reader.readString()) else {
          throw MessageFault("the code of an error is not known")
        }
        return code
      })
    return retry
  }

  private static func write(to writer: inout MessageWriter, _ retry: HTTPClient.RetryPolicy) {
    writer.write(retry.attempts)
    writer.write(retry.firstPause.bounded)
    writer.write(retry.longestPause.bounded)
    writer.write(retry.longestRetryAfter.bounded)
    writer.write(each: retry.statuses.sorted()) { $0.write(UInt16(clamping: $1)) }
    writer.write(retry.errors.map(\.description).sorted())
  }
}

extension Duration {
  /// The duration, limited to the range from zero to 24 days, the most that a request may take.
  fileprivate var bounded: Duration { min(max(self, .zero), .seconds(24 * 86_400)) }
}
