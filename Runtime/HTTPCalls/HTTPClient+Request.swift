public import HTTPTypes
public import NIOCore

extension HTTPClient {
  /// A request: its content, its target and its limits.
  public struct Request: Sendable {
    /// The method. `CONNECT` is refused.
    public var method: HTTPRequest.Method

    /// An absolute `http` or `https` URL in printable ASCII, percent-encoded, without user and password.
    public var url: String

    /// Fields to send. The client sets the fields that frame a message or name the host (`Content-Length`,
    /// `Transfer-Encoding`, `Host`, `Connection`, `Expect`, …), and refuses them here.
    public var headers: HTTPFields

    /// The body; `nil` for none, or for a streamed one.
    public var body: ByteBuffer?

    /// A body that is read from its source while it is sent, over HTTP/1.1. It cannot be sent again, so redirects are
    /// not followed.
    public var streamedBody: StreamedBody?

    /// The time limit of the request with its redirects and retries, at most 24 days. A request with zero or less times
    /// out at once.
    ///
    /// For ``HTTPClient/stream(_:)`` it ends with the response's head, and starts anew with each part of a streamed
    /// body that is sent.
    public var timeout: Duration = .seconds(30)

    /// The longest wait for bytes of a streamed response's body, at most 24 days. The time in which its reader takes
    /// none does not count. A longer wait throws ``HTTPClientError`` with `timedOut`; with zero or less, each
    /// wait does.
    public var idleTimeout: Duration = .seconds(60)

    /// The time limit of one connection's set-up, with name resolution and TLS: at least a millisecond, and never
    /// longer than ``timeout``. After it the request throws ``HTTPClientError`` with `timedOut`.
    public var connectTimeout: Duration = .seconds(10)

    /// The limit of a response's body in bytes, declared or received; in a worker at most 64 MiB. The limit of its
    /// headers is 128 KiB. A larger response throws ``HTTPClientError`` with `responseTooLarge`, and a negative limit
    /// `invalidRequest`.
    ///
    /// ``HTTPClient/stream(_:)`` has no limit of the body.
    public var maximumResponseSize = 10 << 20

    /// The rules by which the request is sent again after a failure; `nil` for once alone.
    public var retry: RetryPolicy?

    /// Whether the server is asked for a compressed body, which is decompressed (gzip, deflate, Brotli and zstd, as
    /// libcurl has them). ``maximumResponseSize`` counts the decompressed bytes. ``HTTPClient/stream(_:)`` refuses such
    /// a request. The response's `Content-Encoding` and `Content-Length` stay as they were sent.
    public var decompresses = false

    /// Whether redirects are followed: at most 5, and never from `https` to `http`. A redirect to another origin loses
    /// `Authorization`, `Cookie`, `Proxy-Authorization` and Supabase's `apikey`.
    public var followsRedirects = false

    /// Whether `Accept: */*` and `User-Agent: swiftlet` are sent where ``headers`` have no such field.
    package var addsDefaultFields = true

    /// A Unix socket to connect to, in place of the URL's host and port; redirects stay on it.
    public var unixSocketPath: String?

    /// A PEM file with the certificates to trust, in place of the system's.
    public var caFile: String?

    /// The servers that the request and its redirects may reach; nil for all. ``HTTPClient/restricted(to:)`` sets it.
    package var allowedHosts: AllowedHosts?

    /// Called with the number of bytes of each part of a collected response's body before the part is kept, on any
    /// thread. The parts of redirects and of failed attempts count too. An error that it throws ends the request.
    package var admitting: (@Sendable (_ count: Int) throws -> Void)?

    /// Creates a request with the default limits.
    public init(method: HTTPRequest.Method = .get, url: String, headers: HTTPFields = [:], body: ByteBuffer? = nil) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }

    /// Sets a field from untrusted text. `HTTPFields` replaces forbidden bytes by spaces; this method refuses them.
    ///
    /// - Throws: ``HTTPClientError`` with `invalidRequest` for a name that is not a token, and for a value with line
    ///   breaks, NUL or other control characters.
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
