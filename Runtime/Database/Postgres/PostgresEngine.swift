public import Logging
import Synchronization

/// Postgres by libpq: a pool of connections, statements that share round trips, and no thread that waits for one.
///
/// What is acknowledged is committed; how durable that is, the server's `synchronous_commit` says. Sessions are in UTC.
public final class PostgresEngine: DatabaseEngine {
  private let core: PostgresCore
  private let listener: PostgresListener

  private init(core: PostgresCore) {
    self.core = core
    listener = PostgresListener(connector: core.pool.connector, loop: core.pool.loop, logger: core.logger)
  }

  deinit {
    listener.stop()
    core.pool.stop()
  }

  /// Opens a database, and makes the first connection to it.
  ///
  /// - Parameters:
  ///   - options: Where it is, and its limits.
  ///   - logger: Told when the database goes away and comes back, and of each transaction that timed out.
  /// - Returns: The engine.
  /// - Throws: ``DatabaseError/Code/cannotOpen`` that names the server, and never the password.
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

  /// Postgres'.
  public var dialect: SQLDialect { .postgres }

  /// What it has counted so far, that of callers included.
  public var statistics: DatabaseStatistics { core.counters.withLock { $0 } }

  /// `LISTEN` and `NOTIFY`, on a connection of their own.
  public var notifications: (any DatabaseNotifications)? { self }

  /// How many wait for a connection.
  var waitingCount: Int { core.pool.waitingCount }

  /// Reads rows in one round trip.
  public func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await core.query(sql, limit: limit, for: nil)
  }

  /// Runs one statement in one round trip.
  public func execute(_ sql: SQL) async throws -> Int {
    try await core.execute(sql, for: nil)
  }

  /// Runs a body on a connection of its own.
  public func transaction<T: Sendable>(_ body: sending (Transaction) async throws -> T) async throws -> T {
    try await core.transaction(.readCommitted, for: nil, body)
  }

  /// Runs a body on a connection of its own, again when it met another and may be tried again.
  public func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await core.transaction(isolation, retries: retries, for: nil, body)
  }

  /// The same database as a caller sees it, under row-level security: each query and transaction begins with the role
  /// and the claims, in the same round trip, and leaves nothing of them on the connection.
  ///
  /// - Parameters:
  ///   - role: A role that the session's own may take on, such as `authenticated`.
  ///   - claims: The token's claims as JSON text, which policies read as `request.jwt.claims`.
  /// - Returns: An engine; closing it closes nothing.
  public func acting(as role: String, claims: String) -> any DatabaseEngine {
    CallerEngine(core: core, caller: Caller(role: role, claims: claims))
  }

  /// Lets what has begun finish, and closes the connections.
  public func close() async {
    listener.stop()
    await core.pool.close()
  }
}

extension PostgresEngine: DatabaseNotifications {
  /// Hints of a connection that listens for the engine; behind a pooler there are none.
  public func listen(to channel: String) -> AsyncStream<Void> { listener.listen(to: channel) }

  /// Sends `NOTIFY`, which takes a lock of the whole server.
  public func notify(_ channel: String) async throws {
    _ = try await query("SELECT pg_notify(\(channel), '')", limit: nil)
  }
}

/// The engine as a caller uses it.
struct CallerEngine: DatabaseEngine {
  let core: PostgresCore
  let caller: Caller

  var dialect: SQLDialect { .postgres }
  var statistics: DatabaseStatistics { core.counters.withLock { $0 } }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await core.query(sql, limit: limit, for: caller)
  }

  func execute(_ sql: SQL) async throws -> Int {
    try await core.execute(sql, for: caller)
  }

  func transaction<T: Sendable>(_ body: sending (Transaction) async throws -> T) async throws -> T {
    try await core.transaction(.readCommitted, for: caller, body)
  }

  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await core.transaction(isolation, retries: retries, for: caller, body)
  }

  func acting(as role: String, claims: String) -> any DatabaseEngine {
    CallerEngine(core: core, caller: Caller(role: role, claims: claims))
  }

  func close() async {}
}
