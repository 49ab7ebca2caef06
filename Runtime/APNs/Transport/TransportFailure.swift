import Push

/// A request that ended without an answer.
struct TransportFailure: Error, Equatable {
  /// The extent of a failure.
  enum Scope: Equatable {
    /// This request only.
    case request
    /// All requests on the connection.
    case connection
    /// All requests of the destination, until the cause is removed.
    case destination
  }

  let scope: Scope
  let fault: PushFault
}
