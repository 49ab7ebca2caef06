public import HTTPTypes
public import NIOCore

extension HTTPClient {
  /// What to send, where, and within which limits.
  public struct Request: Sendable {
    /// The method. `CONNECT` is refused.
    public var method: HTTPRequest.Method

    /// An absolute `http` or `https` URL in printable ASCII, percent-encoded, without user and password.
    public var url: String

    /// Fields to send. Those that frame a message or name the host (`Content-Length`, `Transfer-Encoding`, `Host`,
    /// `Connection`, `Expect`, …) are the client's own and refused here.
    public var headers: HTTPFields

    /// The body; `nil` for none.
    public var body: ByteBuffer?

    /// How long everything may take, redirects included; more than 24 days count as 24 days. Zero or less has timed out
    /// already.
    public var timeout: Duration = .seconds(30)

    /// How long one connection may take to be ready, name resolution and TLS included; never longer than ``timeout``.
    public var connectTimeout: Duration = .seconds(10)

    /// How many bytes of body a response may have, declared or streamed. Its headers may have 128 KiB.
    public var maximumResponseSize = 10 << 20

    /// Whether redirects are followed: at most 5, never from `https` to `http`, and to another origin without
    /// `Authorization`, `Cookie`, `Proxy-Authorization` and Supabase's `apikey`.
    public var followsRedirects = false

    /// A Unix socket to connect to, in place of the URL's host and port; redirects stay on it.
    public var unixSocketPath: String?

    /// A PEM file with the certificates to trust, in place of the system's.
    public var caFile: String?

    /// Creates a request with the default limits.
    public init(method: HTTPRequest.Method = .get, url: String, headers: HTTPFields = [:], body: ByteBuffer? = nil) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }

    /// Sets a field from text of unknown origin. `HTTPFields` alone turns forbidden bytes into spaces; this refuses them.
    ///
    /// - Throws: ``HTTPClientError`` with `invalidRequest` for a name that is no token or a value with line breaks, NUL or
    ///   other control characters.
    public mutating func setHeader(_ name: String, _ value: String) throws(HTTPClientError) {
      guard let fieldName = HTTPField.Name(name) else {
        throw HTTPClientError(.invalidRequest, "a header's name is not a token")
      }
      guard HTTPField.isValidValue(value) else {
        throw HTTPClientError(.invalidRequest, "the value of header \(fieldName) has characters that HTTP forbids")
      }
      headers[fieldName] = value
    }
  }
}
