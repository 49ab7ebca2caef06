/// A request that ended without an answer.
struct TransportFailure: Error, Equatable {
  /// What else is affected.
  enum Scope: Equatable {
    /// Nothing.
    case request
    /// All that is on the connection.
    case connection
    /// All that is to be sent, until somebody acts.
    case lane
  }

  let scope: Scope
  let fault: PushFault
}
