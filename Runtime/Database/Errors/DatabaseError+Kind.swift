extension DatabaseError {
  /// The kinds of failures, by what the sender of a request can do about them.
  package enum Kind: Sendable {
    /// The database cannot be reached or read.
    case unreachable
    /// Others hold a lock, or all connections.
    case busy
    /// The transaction and another one excluded each other.
    case conflict
    /// A statement took longer than its limit.
    case tooSlow
    /// The database or its disk is full.
    case full
    /// The database takes no changes, such as a standby, or a file system that only reads.
    case readOnly
    /// The connection was lost during the commit.
    case outcomeUnknown
    /// Another failure, which a repetition does not change.
    case other
  }
}

extension DatabaseError.Code {
  /// The kind of the failure.
  package var kind: DatabaseError.Kind {
    switch self {
    case .closed, .cannotOpen, .io, .unavailable: .unreachable
    case .busy, .poolExhausted: .busy
    case .serializationFailure, .deadlock: .conflict
    case .statementTimedOut: .tooSlow
    case .full: .full
    case .readOnly: .readOnly
    case .outcomeUnknown: .outcomeUnknown
    default: .other
    }
  }
}

extension DatabaseError.Kind {
  /// The text for the sender of a request that may be sent again; nil for a failure that a repetition does not change.
  package var message: String? {
    switch self {
    case .unreachable: "The database is away: try again"
    case .busy: "The database is busy: try again"
    case .conflict: "The request conflicted with another one: try again"
    case .tooSlow: "The database took too long: try again later"
    case .full: "The database is full: try again later"
    case .readOnly: "The database takes no changes: try again later"
    case .outcomeUnknown:
      "The database was lost during the commit: check whether the request took effect before you repeat it without an idempotency key"
    case .other: nil
    }
  }

  /// The seconds after which the request may be sent again.
  package var retryAfter: Int {
    switch self {
    case .unreachable, .busy, .conflict, .outcomeUnknown, .other: 1
    case .tooSlow, .readOnly: 5
    case .full: 30
    }
  }
}
