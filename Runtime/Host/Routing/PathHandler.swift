package import Edge

/// A handler of the paths below a prefix of the base URL that belong to no function: sign-in, storage, what is
/// forwarded to the project.
package protocol PathHandler: Sendable {
  /// The name under which its requests are counted and logged, such as `auth`.
  var name: String { get }
  /// Whether it answers preflights itself; otherwise the host answers them as it does for functions.
  var answersPreflights: Bool { get }
  /// Whether the limits on a function's time hold for its requests. A handler without them has limits of its own.
  var isTimed: Bool { get }
  /// Whether its requests are kept in ``EventRing``.
  var isRecorded: Bool { get }

  /// Whether it answers the host's own pages alone. Its responses have no field of CORS, it answers or refuses
  /// preflights itself, and documents at all other paths are sandboxed (``DocumentSandbox``).
  var isPrivate: Bool { get }

  func respond(to request: PathRequest) async -> Response
  /// The response to a request that the host refuses, in the form of these paths; nil for the host's own form. The
  /// host adds the refusal's header fields that the response lacks.
  func response(to refusal: FunctionError) -> Response?
}

extension PathHandler {
  package var isTimed: Bool { true }
  package var isPrivate: Bool { false }
  package var isRecorded: Bool { true }
  package func response(to refusal: FunctionError) -> Response? { nil }
}
