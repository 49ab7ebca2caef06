extension DatabaseError {
  /// The kind of a failure. Engines may add their own; compare with the constants.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The kind's name.
    public let rawValue: String

    /// A kind by its name.
    ///
    /// - Parameter rawValue: The kind's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The kind's name.
    public var description: String { rawValue }

    /// Whether a transaction that failed with this code may be tried again.
    package var isRetryable: Bool { self == .serializationFailure || self == .deadlock }

    /// Whether a statement may have failed because of a value or a row, so that it may succeed with others.
    package var isAboutData: Bool {
      switch self {
      case .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .constraintViolation,
        .unstorableText, .failed:
        true
      default: false
      }
    }
  }
}

extension DatabaseError.Code {
  /// A row with these unique values exists already.
  public static let uniqueViolation = Self(rawValue: "uniqueViolation")
  /// A row refers to a row that does not exist, or is still referred to.
  public static let foreignKeyViolation = Self(rawValue: "foreignKeyViolation")
  /// A `CHECK` does not hold.
  public static let checkViolation = Self(rawValue: "checkViolation")
  /// A required column is `NULL`.
  public static let notNullViolation = Self(rawValue: "notNullViolation")
  /// Another constraint, or a trigger's `RAISE`, refused the change.
  public static let constraintViolation = Self(rawValue: "constraintViolation")
  /// Another process kept the database locked for longer than the busy timeout; on Postgres, a lock was not available.
  public static let busy = Self(rawValue: "busy")
  /// The disk is full, or the database has reached its largest size.
  public static let full = Self(rawValue: "full")
  /// The database cannot be written to.
  public static let readOnly = Self(rawValue: "readOnly")
  /// Reading or writing the file failed.
  public static let io = Self(rawValue: "io")
  /// The database cannot be opened; the message names its path and the reason.
  public static let cannotOpen = Self(rawValue: "cannotOpen")
  /// The file is not a database, or is damaged.
  public static let corrupt = Self(rawValue: "corrupt")
  /// The statement is not valid here: its syntax, a name it uses, or the number of its bindings.
  public static let syntax = Self(rawValue: "syntax")
  /// The statement failed while it ran, for a reason that has no code of its own.
  public static let failed = Self(rawValue: "failed")
  /// A text has U+0000, which Postgres cannot store. A caller whose input it comes from gets 400 `VALIDATION_ERROR`.
  public static let unstorableText = Self(rawValue: "unstorableText")
  /// A statement of a `query` writes: use `execute` or a transaction.
  public static let writeInQuery = Self(rawValue: "writeInQuery")
  /// A statement tried to control the transaction itself (`BEGIN`, `COMMIT`, `SAVEPOINT` …).
  public static let transactionControl = Self(rawValue: "transactionControl")
  /// A transaction was used after its end.
  public static let transactionEnded = Self(rawValue: "transactionEnded")
  /// A transaction's body waited too long for something else; its changes were rolled back.
  public static let transactionTimedOut = Self(rawValue: "transactionTimedOut")
  /// A transaction's body began another transaction on its database, which would wait for the first.
  public static let transactionNested = Self(rawValue: "transactionNested")
  /// A column is missing, or its value is not of the requested type.
  public static let decoding = Self(rawValue: "decoding")
  /// This kind of database does not support the call.
  public static let notSupported = Self(rawValue: "notSupported")
  /// The role lacks the privilege, or row-level security refused the change.
  public static let insufficientPrivilege = Self(rawValue: "insufficientPrivilege")
  /// The transaction conflicted with another: `transaction(isolation:retries:_:)` tries it again if allowed.
  public static let serializationFailure = Self(rawValue: "serializationFailure")
  /// Two transactions waited for each other and this one was ended. It may be tried again.
  public static let deadlock = Self(rawValue: "deadlock")
  /// A statement took longer than the limit and was cancelled.
  public static let statementTimedOut = Self(rawValue: "statementTimedOut")
  /// An earlier statement failed outside of a savepoint, so that the transaction can only be rolled back.
  public static let transactionAborted = Self(rawValue: "transactionAborted")
  /// All connections were in use for longer than the limit.
  public static let poolExhausted = Self(rawValue: "poolExhausted")
  /// The database cannot be reached, or the connection was lost before the change was stored. On SQLite also: the
  /// statement of another transaction undid this one before its commit.
  public static let unavailable = Self(rawValue: "unavailable")
  /// The connection was lost during the commit: the change may or may not be stored.
  public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
  /// The database was closed before the call ran.
  public static let closed = Self(rawValue: "closed")
  /// A migration's text is not the one that was applied.
  public static let migrationEdited = Self(rawValue: "migrationEdited")
  /// The database has a migration that the program does not know and cannot work with: a breaking one of a newer
  /// program, or one of another program between those that it knows.
  public static let migrationUnknown = Self(rawValue: "migrationUnknown")
  /// Versions are not unique and increasing, or a version was added before applied ones.
  public static let migrationOrder = Self(rawValue: "migrationOrder")
}
