public import HTTPTypes
import NIOCore

/// An HTTP response of a function.
public struct Response: Sendable {
  /// The status.
  public var status: HTTPResponse.Status
  /// The header fields. The host sets the length and the transfer coding.
  public var headers: HTTPFields
  /// The body.
  public var body: ResponseBody
  /// Whether it is another server's response, which the host passes on with that server's fields in place of its own.
  package var isForwarded = false
  /// The reason of a failed response, for the log line alone; nil for any other response.
  package var fault: String?

  /// A response with a body of your own.
  public init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: ResponseBody = ResponseBody()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A value as JSON, encoded as for typed handlers.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent.
  public static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    Response(json: try Wire.encode(value), status: status, headers: headers)
  }

  /// Plain text in UTF-8.
  public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain;charset=UTF-8"],
      body: ResponseBody([UInt8](text.utf8)))
  }

  /// Bytes of the given media type.
  public static func bytes(
    _ bytes: [UInt8], contentType: String = "application/octet-stream", status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(status: status, headers: [.contentType: contentType], body: ResponseBody(bytes))
  }

  /// No content: status 204.
  public static let noContent = Response(status: .noContent)

  /// A streamed body, written chunk by chunk while it is sent.
  public static func stream(
    contentType: String, status: HTTPResponse.Status = .ok,
    _ write: @escaping @Sendable (ResponseWriter) async throws -> Void
  ) -> Response {
    Response(status: status, headers: [.contentType: contentType], body: ResponseBody(stream: write))
  }

  package init(json: [UInt8], status: HTTPResponse.Status, headers: HTTPFields) {
    var headers = headers
    if !headers.contains(.contentType) { headers.append(HTTPField(name: .contentType, value: "application/json")) }
    self.init(status: status, headers: headers, body: ResponseBody(json))
  }

  package init(json: [UInt8], status: HTTPResponse.Status = .ok) {
    self.init(status: status, headers: Self.isJSON, body: ResponseBody(json))
  }

  /// The value that a typed handler returned, as JSON; status 204 for ``NoContent``.
  @usableFromInline init<Output: Encodable>(answer output: Output) throws {
    // Types are compared first: casting a value costs more.
    let isNone = Output.self == NoContent.self || Output.self == NoContent?.self && output is NoContent
    self = isNone ? .noContent : Response(json: try Wire.encode(output))
  }

  /// The fields of most responses, shared by all of them.
  private static let isJSON: HTTPFields = [.contentType: "application/json"]
}
