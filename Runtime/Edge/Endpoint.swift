/// A function without the types of its author: what the host routes to and runs.
public protocol Endpoint: Sendable {
  /// The name in the URL: `^[A-Za-z][A-Za-z0-9_-]*$`.
  var name: String { get }
  /// The properties by which the host treats its requests.
  var traits: EndpointTraits { get }

  /// The JSON that it takes and returns, as the host's OpenAPI document describes it.
  var schema: FunctionSchema { get }

  /// Checks whether a caller is admitted. The host calls this before it reads the body.
  ///
  /// - Parameter identity: the verified token's holder; nil if no token is needed.
  /// - Throws: ``AdmissionError`` for a caller that is not admitted.
  func admit(_ identity: Identity?) throws(AdmissionError)

  /// Admits the caller, runs the handler and returns its response, on the executor of the calling task.
  ///
  /// - Throws: ``AdmissionError`` for a caller that is not admitted, and the ``FunctionError`` that the handler throws;
  ///   any other error is a fault of the function.
  nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response

  /// Checks an input that is to be enqueued as JSON, and makes its unique key.
  ///
  /// - Returns: the key; nil if the job has none.
  /// - Throws: ``FunctionError`` if the JSON does not decode as the function's input.
  func queueKey(of input: [UInt8]) async throws -> String?
}

extension Endpoint {
  /// A schema without types. An endpoint that is not a ``Function`` implements its own.
  public var schema: FunctionSchema {
    FunctionSchema(
      input: .unrecorded("The endpoint declares no schema"),
      output: .unrecorded("The endpoint declares no schema"))
  }

  /// Accepts any input, and makes no key.
  public func queueKey(of input: [UInt8]) async throws -> String? { nil }

  /// Admits every caller here; ``invoke(_:_:)`` decides.
  public func admit(_ identity: Identity?) throws(AdmissionError) {}
}
