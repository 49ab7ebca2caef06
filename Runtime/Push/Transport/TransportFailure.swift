/// A request that ended without an answer.
struct TransportFailure: Error, Equatable {
  /// The extent of a failure.
  enum Scope: Equatable {
    /// This request only.
    case request
    /// All requests on the connection.
    case connection
    /// All requests of the lane, until the cause is removed.
    case lane
  }

  let scope: Scope
  let fault: PushFault
}
