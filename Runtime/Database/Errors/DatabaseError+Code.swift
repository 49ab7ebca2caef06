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
  }
}

extension DatabaseError.Code {
  /// A row with these unique values is there already.
  public static let uniqueViolation = Self(rawValue: "uniqueViolation")
  /// A row refers to one that is not there, or is still referred to.
  public static let foreignKeyViolation = Self(rawValue: "foreignKeyViolation")
  /// A `CHECK` does not hold.
  public static let checkViolation = Self(rawValue: "checkViolation")
  /// A column that must have a value has none.
  public static let notNullViolation = Self(rawValue: "notNullViolation")
  /// Another constraint, or a trigger's `RAISE`, refused the change.
  public static let constraintViolation = Self(rawValue: "constraintViolation")
  /// Another process kept the database locked for longer than the busy timeout.
  public static let busy = Self(rawValue: "busy")
  /// The disk, or the size the database may have, is full.
  public static let full = Self(rawValue: "full")
  /// The database cannot be written to.
  public static let readOnly = Self(rawValue: "readOnly")
  /// Reading or writing the file failed.
  public static let io = Self(rawValue: "io")
  /// The database cannot be opened; the message names its path and why.
  public static let cannotOpen = Self(rawValue: "cannotOpen")
  /// The file is no database, or is damaged.
  public static let corrupt = Self(rawValue: "corrupt")
  /// The statement is not valid here: its syntax, a name it uses, or the number of its bindings.
  public static let syntax = Self(rawValue: "syntax")
  /// The statement failed while it ran, for a reason that has no code of its own.
  public static let failed = Self(rawValue: "failed")
  /// A `query` was given a statement that writes: use `execute` or a transaction.
  public static let writeInQuery = Self(rawValue: "writeInQuery")
  /// A statement tried to control the transaction itself (`BEGIN`, `COMMIT`, `SAVEPOINT` …).
  public static let transactionControl = Self(rawValue: "transactionControl")
  /// A transaction was used after its end.
  public static let transactionEnded = Self(rawValue: "transactionEnded")
  /// A transaction's body waited too long for something else; its changes were rolled back.
  public static let transactionTimedOut = Self(rawValue: "transactionTimedOut")
  /// A write was started on the database from within a transaction's body: it would wait for itself.
  public static let transactionNested = Self(rawValue: "transactionNested")
  /// A column is missing or holds something else than was asked for.
  public static let decoding = Self(rawValue: "decoding")
  /// This kind of database cannot do what was asked.
  public static let notSupported = Self(rawValue: "notSupported")
  /// The role may not do this, or row-level security refused it.
  public static let insufficientPrivilege = Self(rawValue: "insufficientPrivilege")
  /// Two transactions met and this one must be tried again: `transaction(isolation:retries:_:)` does so when it may.
  public static let serializationFailure = Self(rawValue: "serializationFailure")
  /// Two transactions waited for one another and this one was ended: it may be tried again.
  public static let deadlock = Self(rawValue: "deadlock")
  /// A statement took longer than the limit and was cancelled.
  public static let statementTimedOut = Self(rawValue: "statementTimedOut")
  /// A statement of the transaction failed before, outside of a savepoint: nothing is left but to roll it back.
  public static let transactionAborted = Self(rawValue: "transactionAborted")
  /// All connections were in use for longer than the limit.
  public static let poolExhausted = Self(rawValue: "poolExhausted")
  /// The database cannot be reached, or went away; nothing of this was stored.
  public static let unavailable = Self(rawValue: "unavailable")
  /// The connection was lost while a change was being stored: it may have happened or not.
  public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
  /// The database was closed.
  public static let closed = Self(rawValue: "closed")
  /// A migration's text is not the one that was applied.
  public static let migrationEdited = Self(rawValue: "migrationEdited")
  /// The database has a migration that the program does not know and cannot work with: a breaking one of a newer program,
  /// or one of another program between those that it knows.
  public static let migrationUnknown = Self(rawValue: "migrationUnknown")
  /// Versions are not unique and increasing, or one was added before versions that are applied already.
  public static let migrationOrder = Self(rawValue: "migrationOrder")
}
