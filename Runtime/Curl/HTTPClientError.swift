/// Why a request got no response.
///
/// Its message names the host, never the path, the query, a header or a password, so that it can be logged.
public struct HTTPClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. Later versions may add some.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Base: String, Hashable, Sendable {
      case invalidURL, invalidRequest, couldNotResolve, couldNotConnect, tls, timedOut, responseTooLarge
      case connectionClosed, protocolError, redirectRefused, shutdown, failed
    }

    private let base: Base

    private init(_ base: Base) {
      self.base = base
    }

    /// The URL is malformed, of another scheme than `http` and `https`, or has a user or password.
    public static let invalidURL = Code(.invalidURL)

    /// The method, a header, the body or an option cannot be sent; nothing was.
    public static let invalidRequest = Code(.invalidRequest)

    /// The host's (or the proxy's) name has no address.
    public static let couldNotResolve = Code(.couldNotResolve)

    /// Nobody accepted the connection; nothing was sent.
    public static let couldNotConnect = Code(.couldNotConnect)

    /// TLS failed, mostly because the server's certificate is not trusted or is another host's; nothing was sent.
    public static let tls = Code(.tls)

    /// The request or its connect timeout ran out. The server may have acted on it.
    public static let timedOut = Code(.timedOut)

    /// The response's body is, or was declared, larger than the request allows, or its headers exceed 128 KiB.
    public static let responseTooLarge = Code(.responseTooLarge)

    /// The connection ended before the response was complete. The server may have acted on the request.
    public static let connectionClosed = Code(.connectionClosed)

    /// The answer is not HTTP as the protocol has it.
    public static let protocolError = Code(.protocolError)

    /// A redirect leads from `https` to `http`, or there were too many.
    public static let redirectRefused = Code(.redirectRefused)

    /// The client was shut down before the response was complete.
    public static let shutdown = Code(.shutdown)

    /// Something else failed here, such as memory, descriptors or a libcurl without what the client needs.
    public static let failed = Code(.failed)

    /// The code's name, as in `timedOut`.
    public var description: String { base.rawValue }
  }

  /// The kind of failure.
  public let code: Code

  /// What happened, for people; names the host when there is one.
  public let message: String

  /// libcurl's own number (`CURLcode`) when the failure came from there.
  public let curlCode: Int32?

  /// Creates an error.
  public init(_ code: Code, _ message: String, curlCode: Int32? = nil) {
    self.code = code
    self.message = message
    self.curlCode = curlCode
  }

  /// Code and message, with libcurl's number when there is one.
  public var description: String {
    let origin = curlCode.map { " (curl \($0))" } ?? ""
    return "\(code): \(message)\(origin)"
  }
}
