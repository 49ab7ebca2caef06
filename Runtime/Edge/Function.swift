/// A function that the host can run: what catalogues and routers hold.
public protocol Endpoint: Sendable {
  /// The name in the URL: `^[A-Za-z][A-Za-z0-9_-]*$`.
  var name: String { get }
  /// How the host treats its requests.
  var traits: EndpointTraits { get }

  /// Checks whether a caller is let in: the host asks before it takes the body.
  ///
  /// - Parameter identity: The verified token's holder; nil where no token is needed.
  /// - Throws: ``AdmissionError`` for a caller that is not.
  func admit(_ identity: Identity?) throws(AdmissionError)

  /// Lets the caller in, runs the handler and gives its response; all of it where its caller runs.
  ///
  /// - Throws: ``AdmissionError`` for a caller who is not let in, ``FunctionError`` for what the function answers on purpose; anything
  ///   else is a fault of the function.
  nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response

  /// Checks an input that is to be put into the queue as JSON, and makes its key.
  ///
  /// - Returns: the key; nil for none.
  /// - Throws: ``FunctionError`` for what is no input of the function.
  func queueKey(of input: [UInt8]) throws -> String?
}

extension Endpoint {
  /// Takes any input, and makes no key.
  public func queueKey(of input: [UInt8]) throws -> String? { nil }
}

extension Endpoint {
  /// Leaves the decision to ``invoke(_:_:)``.
  public func admit(_ identity: Identity?) throws(AdmissionError) {}
}

/// What the host needs to know of a function before it runs.
public struct EndpointTraits: Sendable, Hashable {
  /// How a request's body is handed over.
  public enum Input: Sendable, Hashable {
    /// None is read.
    case none
    /// Whole, as JSON.
    case json
    /// Chunk by chunk, as it arrives.
    case stream
  }

  /// Whether a verified token is needed.
  public var needsToken: Bool
  /// Who may call it.
  public var access: AccessKind
  /// How the body is handed over.
  public var input: Input
  /// Whether it only reads, so that it may be called with GET as a database function too.
  public var isReadOnly: Bool
  /// Whether it answers `OPTIONS` itself.
  public var answersOptions: Bool
  /// How the queue treats it.
  public var queue = QueuePolicy()
  /// Whether it works on Postgres alone.
  public var needsPostgres = false
  /// The names of the secrets that it declares; nil if it declares none and sees all that are configured.
  public var secrets: [String]?

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

/// An answer without content: status 204.
public struct NoContent: Encodable, Sendable {
  /// No content.
  public init() {}
  /// Writes `null`, where it must be written at all.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

/// A function of an app: a name, who may call it, and a handler in the app's own types.
///
/// ```swift
/// public let likePost = Function("like_post", access: .user) { (like: Like, context) in … }
/// ```
public struct Function<A: Access, Input: Sendable>: Endpoint {
  /// The name in the URL.
  public let name: String
  /// How the host treats its requests.
  public var traits: EndpointTraits
  private let access: A
  /// Lets the caller in and runs the author's handler.
  private let run: @Sendable (Request, Invocation) async throws -> Response
  /// Makes the key under which the queue holds it once.
  var uniqueKey: (@Sendable (Input) -> String?)?
  /// Reads an input; nil for a function that takes none, or any request.
  @usableFromInline var readInput: (@Sendable ([UInt8]) throws -> Input)?

  @usableFromInline init(
    _ name: String, access: A, input: EndpointTraits.Input,
    run: @escaping @Sendable (Request, Invocation) async throws -> Response
  ) {
    self.name = name
    self.access = access
    self.run = run
    traits = EndpointTraits(needsToken: access.needsToken, access: access.kind, input: input)
  }

  /// Checks whether a caller is let in.
  public func admit(_ identity: Identity?) throws(AdmissionError) {
    do {
      _ = try access.admit(identity)
    } catch {
      throw AdmissionError(reason: error)
    }
  }

  /// Lets the caller in, runs the handler and gives its response.
  public nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    try await run(request, invocation)
  }

  /// Reads an input as the handler would get it, and makes its key.
  public func queueKey(of input: [UInt8]) throws -> String? {
    guard let readInput else { return nil }
    let value = try readInput(input)
    return uniqueKey?(value)
  }

  /// The same function, marked as one that only reads.
  ///
  /// As a database function (`/rest/v1/rpc/…`) it then answers GET too, its parameters taken from the query.
  public func readOnly() -> Self {
    var copy = self
    copy.traits.isReadOnly = true
    return copy
  }
}
