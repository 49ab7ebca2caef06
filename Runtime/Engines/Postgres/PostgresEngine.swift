public import Database
public import Logging

/// The Postgres engine, on libpq: a pool of connections, pipelined statements, and no thread that blocks on a
/// connection.
///
/// An acknowledged change is committed; the server's `synchronous_commit` decides how durable it is. Sessions are in
/// UTC.
public final class PostgresEngine: DatabaseEngine {
  private let core: PostgresCore
  private let host: RoleEngine
  private let listener: PostgresListener

  private init(core: PostgresCore) {
    self.core = core
    host = RoleEngine(core: core, caller: nil)
    listener = PostgresListener(connector: core.pool.connector, loop: core.pool.loop, logger: core.logger)
  }

  deinit {
    listener.stop()
    core.pool.stop()
  }

  /// Connects to a database.
  ///
  /// - Parameters:
  ///   - options: The database's address, and limits.
  ///   - logger: Gets a line when the database becomes unreachable or reachable again, and when a transaction times
  ///     out.
  /// - Returns: The engine.
  /// - Throws: ``DatabaseError/Code/cannotOpen``, which names the server but not the password.
  public static func open(
    _ options: PostgresOptions, logger: Logger = Logger(label: "swiftlet.database")
  ) async throws -> PostgresEngine {
    let core = try PostgresCore(options, address: try options.address(), logger: logger)
    do {
      core.pool.adopt(
        try await withCheckedContinuation { continuation in
          core.pool.connector.connect { continuation.resume(returning: $0) }
        }.get())
    } catch {
      core.pool.stop()
      throw DatabaseError(.cannotOpen, error.message)
    }
    return PostgresEngine(core: core)
  }

  /// Postgres' SQL.
  public var dialect: SQLDialect { .postgres }

  /// The counts so far, those of callers included.
  public var statistics: DatabaseStatistics { core.statistics }

  /// `LISTEN` and `NOTIFY`, on a connection of their own.
  public var notifications: (any DatabaseNotifications)? { self }

  var waitingCount: Int { core.pool.waitingCount }

  /// Reads rows in one round trip.
  public func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await host.query(sql, limit: limit)
  }

  /// Runs one statement in one round trip.
  public func execute(_ sql: SQL) async throws -> Int {
    try await host.execute(sql)
  }

  /// Runs statements in one round trip.
  public func batch(_ statements: [SQL]) async throws -> [[Row]] {
    try await host.batch(statements)
  }

  /// Runs a body on a connection of its own, and again after a conflict with another transaction.
  public func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await host.transaction(isolation: isolation, retries: retries, body)
  }

  /// The same database with a caller's rights, under row-level security.
  ///
  /// Each query and transaction sets the role and the claims in its first round trip. They end with the transaction.
  ///
  /// - Parameters:
  ///   - role: A role that the session's own may take on, such as `authenticated`.
  ///   - claims: The token's claims as JSON text, which policies read as `request.jwt.claims`.
  /// - Returns: An engine on this one's connections. Closing it has no effect.
  public func acting(as role: String, claims: String) -> any DatabaseEngine {
    host.acting(as: role, claims: claims)
  }

  /// The same database for one of several users. One takes three quarters of the connections at most, and all together
  /// leave two to the program itself, or fewer of a small pool.
  ///
  /// - Returns: An engine on this one's connections. Closing it has no effect.
  public func used(by user: String) -> any DatabaseEngine { host.used(by: user) }

  /// Waits for the queries and transactions that have begun, and closes the connections.
  public func close() async {
    listener.stop()
    await core.pool.close()
  }
}

extension PostgresEngine: DatabaseNotifications {
  /// Hints that arrive on a connection for notifications. A pooler delivers no hints.
  public func listen(to channel: String) -> AsyncStream<Void> { listener.listen(to: channel) }

  /// Sends a notification. Its commit takes a lock of the whole server.
  public func notify(_ channel: String) async throws {
    _ = try await query("SELECT pg_notify(\(channel), '')", limit: nil)
  }
}
