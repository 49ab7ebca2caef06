package import Edge
package import FoundationEssentials

/// A use of the host's services by a call. A transaction is named by the id of the exchange that began it.
package enum Operation: Sendable {
  // Database.
  /// Begins a transaction. A ``TransactionNote`` ends it; the answer, `Nothing`, comes after the commit.
  case transaction(Rights, TransactionIsolation)
  /// Reads rows: ``RowSet``. `isNested` says that the task runs the body of a transaction.
  case query(SQL, limit: Int?, Rights, isNested: Bool)
  /// Runs a statement in a transaction of its own: the number of rows, `Int`.
  case execute(SQL, Rights)
  /// Runs statements in a transaction of their own: `[RowSet]`.
  case batch([SQL], Rights)
  /// Runs statements within a transaction, with its rights unless others are given: ``RowSet``, `Int`, `Nothing` or
  /// `[RowSet]`, by the kind.
  case statement(in: UInt64, StatementKind, [SQL], Rights?)
  /// Sets or ends a savepoint: `Nothing`.
  case savepoint(in: UInt64, SavepointStep)
  /// Undoes a transaction's changes and begins it again: `Nothing`.
  case restart(in: UInt64, TransactionIsolation)

  // Queue.
  /// Enqueues jobs: `[EnqueuedJob]`.
  case enqueue([NewJob], in: UInt64)
  /// The state of a job: `JobStanding?`.
  case jobStatus(Int64)
  /// Cancels a job: `CancelResult`.
  case cancelJob(Int64, in: UInt64)
  /// Deletes old history: the number of rows, `Int`.
  case pruneHistory(olderThan: Duration, keeping: Int)

  // Notifications.
  /// Sends a notification: `PushOutcome`.
  case send(PreparedPush)
  /// Sends a request about channels: `ChannelAnswer`.
  case sendChannel(ChannelRequest.Prepared)

  // Storage.
  /// A URL for reading a file: `String`.
  case signedURL(bucket: String, path: String, expiresIn: Int)
  /// Stores a file, whose bytes are the exchange's stream: `Nothing`.
  case put(bucket: String, path: String, PutOptions)
  /// Reads a file, whose bytes are the answer's stream: ``ObjectHead``.
  case get(bucket: String, path: String)
  /// The names of all buckets: `[String]`.
  case buckets
  /// The files and folders of a folder: `[StoredEntry]`.
  case list(bucket: String, folder: String, limit: Int, offset: Int)
  /// Removes files: their paths, `[String]`.
  case remove(bucket: String, paths: [String])

  // Other servers.
  /// Sends a request and collects the response: ``HTTPAnswer``.
  case httpSend(HTTPCall)
  /// Sends a request; the response's body is the answer's stream: ``HTTPAnswer``.
  case httpStream(HTTPCall)

  // Accounts.
  /// Ends all sessions of a user: `Nothing`.
  case signOut(UUID, in: UInt64)
  /// Deletes a user of sign-in: `Nothing`.
  case deleteUser(UUID)

  // Changes.
  /// Waits for hints, which come as notes of the exchange (``HintNote``) until it is cancelled: `Nothing`, at its end.
  case subscribe(ChangeTopic, caller: UUID)

  // Report.
  /// The state of the host: `HostHealth`.
  case health
  /// The figures of its operations: `[OperationStatistics]`.
  case statistics

  // Certificates.
  /// Verifies a signature by certificates: `Nothing`.
  case verify(CertifiedSignature)

  // Background work.
  /// Announces background work. The answer, `Nothing`, says that it may start; the note ``BackgroundNote/ended`` that
  /// it has ended.
  case background

  // Long operations.
  /// An operation of the database that is longer than ``LongPayload/threshold``: its ``OperationMessage`` is the
  /// exchange's stream.
  case streamed
}
