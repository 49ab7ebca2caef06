/// Where a Postgres database is, and its limits. It shows no password.
public struct PostgresOptions: Sendable {
  /// `postgres://user@host:5432/database?sslmode=verify-full`, with libpq's parameters. A password may be left to
  /// `PGPASSWORD` or to a password file. `pgbouncer=true` says that a pooler shares connections between transactions.
  public var url: String

  /// How many connections at most, at least 1. One more listens, if anybody does.
  public var poolSize: Int

  /// How long to wait for a connection.
  public var acquireTimeout: Duration

  /// How long one statement may take; a script has no such limit.
  public var statementTimeout: Duration

  /// How long a transaction's body may wait for something other than its own statements before it is rolled back.
  public var transactionLimit: Duration

  /// How long a connection is kept that nobody uses.
  public var idleTimeout: Duration

  /// What the database shows of the program, in `pg_stat_activity`.
  public var applicationName: String

  /// Limits that suit a server.
  ///
  /// - Parameters:
  ///   - url: Where the database is.
  ///   - poolSize: How many connections at most.
  ///   - acquireTimeout: How long to wait for a connection.
  ///   - statementTimeout: How long one statement may take.
  ///   - transactionLimit: How long a body may wait for something else.
  ///   - idleTimeout: How long a connection is kept that nobody uses.
  ///   - applicationName: What the database shows of the program.
  public init(
    url: String, poolSize: Int = 16, acquireTimeout: Duration = .seconds(3), statementTimeout: Duration = .seconds(8),
    transactionLimit: Duration = .seconds(5), idleTimeout: Duration = .seconds(300),
    applicationName: String = "swiftlet"
  ) {
    self.url = url
    self.poolSize = poolSize
    self.acquireTimeout = acquireTimeout
    self.statementTimeout = statementTimeout
    self.transactionLimit = transactionLimit
    self.idleTimeout = idleTimeout
    self.applicationName = applicationName
  }

  /// What the address leaves out: the server is noticed when it goes silent, also by the system.
  func address() throws(DatabaseError) -> ServerAddress {
    try ServerAddress(
      url: url,
      defaults: [
        "application_name": applicationName, "connect_timeout": "5", "keepalives_idle": "10",
        "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "15000",
      ])
  }
}

extension PostgresOptions: CustomStringConvertible, CustomReflectable {
  /// The server and the database.
  public var description: String { (try? address().description) ?? "an address that is not valid" }

  /// Leaves the address, which may hold a password, out of `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["address": description, "poolSize": poolSize]) }
}
