/// The properties of a function that the host uses before the function runs.
public struct EndpointTraits: Sendable, Hashable {
  /// The form in which a function gets a request's body.
  public enum Input: Sendable, Hashable {
    /// The body is not read.
    case none
    /// The whole body, as JSON.
    case json
    /// Chunks, as they arrive.
    case stream
  }

  /// Whether a verified token is needed.
  public var needsToken: Bool
  /// The rule for callers.
  public var access: AccessKind
  /// The form in which it gets the body.
  public var input: Input
  /// Whether it only reads. As a database function it then answers GET too.
  public var isReadOnly: Bool
  /// Whether it answers `OPTIONS` itself.
  public var answersOptions: Bool
  /// The rules for its jobs in the queue.
  public var queue = QueuePolicy()
  /// Whether a request with an `Idempotency-Key` takes effect once, however often it is sent.
  public var isIdempotent = false
  /// Whether it works only on Postgres.
  public var needsPostgres = false
  /// Whether the host serves the function on its Unix socket alone, which only the owner of the host can open. Set for
  /// a control that a command calls.
  package var isForSocket = false
  /// The limits on its calls, by name. Functions that declare a limit of the same name are counted together.
  public var limits: [String: CallLimit] = [:]
  /// The names of the secrets that it declares; nil if it declares none, and so sees all configured secrets.
  public var secrets: [String]?
  /// Those of ``secrets`` that it works without: the host does not report them as missing.
  public var optionalSecrets: Set<String> = []
  /// A sentence about its purpose (``Function/described(_:)``); nil if it has none.
  public var summary: String?
  /// The errors that its handler throws beside those of the host.
  public var errors: [DeclaredError] = []

  /// Describes a function.
  public init(
    needsToken: Bool, access: AccessKind, input: Input, isReadOnly: Bool = false, answersOptions: Bool = false
  ) {
    self.needsToken = needsToken
    self.access = access
    self.input = input
    self.isReadOnly = isReadOnly
    self.answersOptions = answersOptions
  }
}
