/// A function of an app: a name, an access rule, and a handler that takes and returns the app's own types.
///
/// ```swift
/// public let likePost = Function("like_post", access: .user) { (like: Like, context) in … }
/// ```
public struct Function<A: Access, Input: Sendable>: Endpoint {
  /// The name in the URL.
  public let name: String
  /// The properties by which the host treats its requests.
  public var traits: EndpointTraits
  private let access: A
  /// Admits the caller and runs the author's handler.
  private let run: @Sendable (Request, Invocation) async throws -> Response
  var uniqueKey: (@Sendable (Input) -> String?)?
  /// Decodes an input; nil for a function that takes no input, or a raw request.
  @usableFromInline var readInput: (@Sendable ([UInt8]) throws -> Input)?
  /// Records or returns the schema of the JSON that it takes and returns.
  @usableFromInline var recordSchema: @Sendable () -> FunctionSchema = {
    FunctionSchema(
      input: .unrecorded("It takes any request: declare its schema"),
      output: .unrecorded("It returns any response: declare its schema"))
  }

  @usableFromInline init(
    _ name: String, access: A, input: EndpointTraits.Input,
    run: @escaping @Sendable (Request, Invocation) async throws -> Response
  ) {
    self.name = name
    self.access = access
    self.run = run
    traits = EndpointTraits(needsToken: access.needsToken, access: access.kind, input: input)
  }

  /// The JSON that it takes and returns. The types are recorded at each call.
  public var schema: FunctionSchema { recordSchema() }

  /// Checks whether a caller is admitted.
  public func admit(_ identity: Identity?) throws(AdmissionError) { try access.check(identity) }

  /// Admits the caller, runs the handler and returns its response.
  public nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    try await run(request, invocation)
  }

  /// Decodes an input as for the handler, and makes its unique key.
  public func queueKey(of input: [UInt8]) throws -> String? {
    guard let readInput else { return nil }
    let value = try readInput(input)
    return uniqueKey?(value)
  }

  /// Returns the function marked as one that only reads.
  ///
  /// As a database function (`/rest/v1/rpc/…`) it then answers GET too, with the parameters of the query.
  public func readOnly() -> Self {
    var copy = self
    copy.traits.isReadOnly = true
    return copy
  }
}
