public import HTTPTypes
public import NIOCore

extension HTTPClient {
  /// A complete response.
  public struct Response: Sendable {
    /// The URL of the response, normalised and without fragment; after redirects that of the last request.
    public var url: String

    /// The status with the server's reason phrase, which is empty over HTTP/2.
    public var status: HTTPResponse.Status

    /// The version of HTTP that the server answered with.
    public var version: Version

    /// All fields in their order, duplicates included, without trailers and without the fields of interim responses.
    public var headers: HTTPFields

    /// The body as it was sent, or decompressed if the request says so.
    public var body: ByteBuffer

    /// Creates a response, for tests of code that reads one.
    public init(
      url: String, status: HTTPResponse.Status, version: Version = .http1_1, headers: HTTPFields = [:],
      body: ByteBuffer = ByteBuffer()
    ) {
      self.url = url
      self.status = status
      self.version = version
      self.headers = headers
      self.body = body
    }
  }

  /// A version of HTTP.
  public struct Version: Hashable, Sendable, CustomStringConvertible {
    /// The number before the dot.
    public var major: Int

    /// The number after the dot.
    public var minor: Int

    /// HTTP/1.0.
    public static let http1_0 = Version(major: 1, minor: 0)

    /// HTTP/1.1.
    public static let http1_1 = Version(major: 1, minor: 1)

    /// HTTP/2.
    public static let http2 = Version(major: 2, minor: 0)

    /// Creates a version from its two numbers.
    public init(major: Int, minor: Int) {
      self.major = major
      self.minor = minor
    }

    /// As in `HTTP/1.1`.
    public var description: String { "HTTP/\(major).\(minor)" }
  }
}
