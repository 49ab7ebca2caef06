package import Edge
package import Foundation

/// A handler of the paths below a prefix of the base URL that belong to no function: sign-in, storage, what is forwarded to the project.
package protocol PathHandler: Sendable {
  /// The name under which its requests are counted and logged, such as `auth`.
  var name: String { get }
  /// Whether it answers preflights itself; otherwise the host answers them as it does for functions.
  var answersPreflights: Bool { get }
  /// Whether the limits on a function's time hold for its requests. A handler for which they do not has limits of its own.
  var isTimed: Bool { get }

  /// Answers a request.
  func respond(to request: PathRequest) async -> Response
  /// The response to a request that the host refuses, in the form of these paths; nil for the host's own form.
  func response(to refusal: FunctionError) -> Response?
}

extension PathHandler {
  package func response(to refusal: FunctionError) -> Response? { nil }
}

extension PathHandler {
  /// True.
  package var isTimed: Bool { true }
}

/// A request to a ``PathHandler``.
package struct PathRequest: Sendable {
  /// The request. Its path is the whole path, still encoded: `/auth/v1/token`.
  package let request: Request
  /// The head as it was received, with the peer's address.
  package let head: IncomingRequest
  /// The client's address behind the trusted proxies; nil on the host's own Unix socket.
  package let client: String?
  /// The value of `sb-request-id`.
  package let id: InvocationID
  /// The date of its arrival.
  package let date: Date
  /// The trace that the client sent.
  package let trace: TraceContext?
}
