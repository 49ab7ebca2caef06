public import HTTPTypes
public import NIOCore

extension HTTPClient {
  /// A response whose head is complete and whose body arrives while it is read.
  public struct StreamedResponse: Sendable {
    /// The URL of the response, normalised and without fragment; after redirects that of the last request.
    public var url: String

    /// The status with the server's reason phrase, which is empty over HTTP/2.
    public var status: HTTPResponse.Status

    /// The version of HTTP that the server answered with.
    public var version: Version

    /// All fields in their order, duplicates included, without trailers and without the fields of interim responses.
    public var headers: HTTPFields

    /// The body, to be read once. Dropping it unread closes the connection.
    public var body: ResponseBody

    /// Creates a response, for the answers of ``HTTPClient/init(answering:)``, which sets the URL.
    public init(
      url: String = "", status: HTTPResponse.Status = .ok, version: Version = .http1_1, headers: HTTPFields = [:],
      body: ResponseBody = ResponseBody(ByteBuffer())
    ) {
      self.url = url
      self.status = status
      self.version = version
      self.headers = headers
      self.body = body
    }
  }
}
