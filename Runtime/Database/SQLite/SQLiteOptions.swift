/// The limits of an SQLite database.
public struct SQLiteOptions: Sendable, Hashable {
  /// How long a transaction's body may wait for something other than its own statements before it is rolled back.
  public var transactionIdleLimit: Duration

  /// How many transactions share a commit at most; at least 1.
  public var groupLimit: Int

  /// How many connections read at the same time at most; at least 1. Each is a thread, started when first needed.
  public var readers: Int

  /// How long to wait for another process that has the database locked.
  public var busyTimeout: Duration

  /// Limits that suit a server.
  ///
  /// - Parameters:
  ///   - transactionIdleLimit: How long a body may wait for something else.
  ///   - groupLimit: How many transactions share a commit at most.
  ///   - readers: How many connections read at the same time at most.
  ///   - busyTimeout: How long to wait for another process.
  public init(
    transactionIdleLimit: Duration = .seconds(5), groupLimit: Int = 32, readers: Int = 4,
    busyTimeout: Duration = .seconds(5)
  ) {
    self.transactionIdleLimit = transactionIdleLimit
    self.groupLimit = groupLimit
    self.readers = readers
    self.busyTimeout = busyTimeout
  }
}
