/// The limits of an SQLite database.
public struct SQLiteOptions: Sendable, Hashable {
  /// How long a transaction's body may wait for something other than its own statements before it is rolled back.
  public var transactionIdleLimit: Duration

  /// How long a transaction may take before it is rolled back. Others wait for it. Migrations have no limit.
  public var transactionLimit: Duration

  /// The most transactions that share a commit; at least 1.
  public var groupLimit: Int

  /// The most connections that read at the same time; at least 1. A user of a shared engine takes four of six. Each has
  /// a thread, which starts with the first query that needs it.
  public var readers: Int

  /// How long to wait for a lock of another process.
  public var busyTimeout: Duration

  /// How long one statement may take. Migrations have no limit.
  public var statementTimeout: Duration

  /// Limits that suit a server.
  public init(
    transactionIdleLimit: Duration = .seconds(5), transactionLimit: Duration = .seconds(60), groupLimit: Int = 32,
    readers: Int = 6, busyTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(8)
  ) {
    self.transactionIdleLimit = transactionIdleLimit
    self.transactionLimit = transactionLimit
    self.groupLimit = groupLimit
    self.readers = readers
    self.busyTimeout = busyTimeout
    self.statementTimeout = statementTimeout
  }
}
