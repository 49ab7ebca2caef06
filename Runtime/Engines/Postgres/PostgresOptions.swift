import Database

/// The address of a Postgres database, and limits. Its description leaves the password out.
public struct PostgresOptions: Sendable {
  /// `postgres://user@host:5432/database?sslmode=verify-full`, with libpq's parameters. A password may be left to
  /// `PGPASSWORD` or to a password file. `pgbouncer=true` marks a pooler that shares connections between transactions.
  public var url: String

  /// The most connections, at least 1. Listening to notifications takes one more.
  public var poolSize: Int

  /// How long to wait for a connection.
  public var acquireTimeout: Duration

  /// How long one statement may take, or a script. Migrations have no limit.
  public var statementTimeout: Duration

  /// How long a transaction's body may wait for something other than its own statements before it is rolled back.
  public var transactionLimit: Duration

  /// How long an idle connection is kept.
  public var idleTimeout: Duration

  /// Limits that suit a server.
  public init(
    url: String, poolSize: Int = 16, acquireTimeout: Duration = .seconds(3), statementTimeout: Duration = .seconds(8),
    transactionLimit: Duration = .seconds(5), idleTimeout: Duration = .seconds(300)
  ) {
    self.url = url
    self.poolSize = poolSize
    self.acquireTimeout = acquireTimeout
    self.statementTimeout = statementTimeout
    self.transactionLimit = transactionLimit
    self.idleTimeout = idleTimeout
  }

  /// The address with defaults for libpq, among them limits after which the system notices that a server is gone.
  func address() throws(DatabaseError) -> ServerAddress {
    try ServerAddress(
      url: url,
      defaults: [
        "application_name": "swiftlet", "connect_timeout": "5", "keepalives_idle": "10",
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
