/// The reason why a request got no response.
///
/// The message names the host and never the path, the query, a header or a password, so it can be logged.
public struct HTTPClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. Later versions may add some.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Base: String, Hashable, Sendable {
      case invalidURL, invalidRequest, couldNotResolve, couldNotConnect, tls, timedOut, responseTooLarge
      case connectionClosed, protocolError, redirectRefused, notAllowed, shutdown, failed
    }

    private let base: Base

    private init(_ base: Base) {
      self.base = base
    }

    /// The code with a name, as ``description`` has it; nil for any other text.
    package init?(name: String) {
      guard let base = Base(rawValue: name) else { return nil }
      self.base = base
    }

    /// The URL is malformed, of another scheme than `http` and `https`, or has a user or password.
    public static let invalidURL = Code(.invalidURL)

    /// The method, a header, the body or an option cannot be sent; nothing was.
    public static let invalidRequest = Code(.invalidRequest)

    /// The host's (or the proxy's) name has no address.
    public static let couldNotResolve = Code(.couldNotResolve)

    /// The connection was refused or could not be made; nothing was sent.
    public static let couldNotConnect = Code(.couldNotConnect)

    /// TLS failed: in most cases the server's certificate is not trusted or is for another host. Nothing was sent.
    public static let tls = Code(.tls)

    /// The time limit of the request or of its connection was reached. The server may have acted on the request.
    public static let timedOut = Code(.timedOut)

    /// The response's body, as declared or as received, is larger than the request allows, or its headers exceed 128
    /// KiB.
    public static let responseTooLarge = Code(.responseTooLarge)

    /// The connection ended before the response was complete. The server may have acted on the request.
    public static let connectionClosed = Code(.connectionClosed)

    /// The response violates HTTP.
    public static let protocolError = Code(.protocolError)

    /// A redirect leads from `https` to `http`, or there were too many redirects.
    public static let redirectRefused = Code(.redirectRefused)

    /// The function's `allow_hosts` do not name the server, or its name resolves to an address that is not public.
    /// Nothing was sent.
    public static let notAllowed = Code(.notAllowed)

    /// The client was shut down before the response was complete.
    public static let shutdown = Code(.shutdown)

    /// Another failure on this machine, such as no memory, no descriptors, or a libcurl without a needed feature.
    public static let failed = Code(.failed)

    /// The code's name, as in `timedOut`.
    public var description: String { base.rawValue }
  }

  /// The kind of failure.
  public let code: Code

  /// A description for people, with the host if there is one.
  public let message: String

  /// libcurl's number (`CURLcode`) of a failure that libcurl reported.
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
