import Database
import Edge
import FoundationEssentials

/// The statements of the table of idempotency keys.
struct KeyStore: Sendable {
  /// The state of a key.
  enum Standing: Sendable {
    /// - Parameter hasExpired: whether an expired answer has to be removed first.
    case free(hasExpired: Bool)
    /// The first request with the key is in hand on another host.
    case inHand
    case answered(StoredAnswer)
  }

  /// How long an answer is kept: a day, as at Stripe.
  static let lifetime: TimeInterval = 86_400

  private let database: Database
  private let clock: WallClock
  private let table: SQL
  /// Whether other hosts may run requests of the same keys. A SQLite file has one host.
  let isShared: Bool

  /// - Parameter clock: the clock for the expiry of answers. On Postgres the database's clock replaces the machine's,
  ///   so that hosts with wrong clocks agree.
  init(database: Database, clock: WallClock) {
    self.database = database
    self.clock = clock
    isShared = database.dialect == .postgres
    table = isShared ? "swiftlet.idempotency_keys" : "swiftlet_idempotency_keys"
  }

  func find(_ id: KeyID) async throws -> Standing {
    let row = try await database.first(
      "SELECT payload, status, fields, body, expires_at <= \(now) AS has_expired FROM \(table) WHERE id = \(id.bytes)")
    return try standing(row)
  }

  /// Locks a key for the transaction if no other host has it, and reads it, on Postgres.
  ///
  /// One statement reads and locks. An answer that another host commits between the statement's snapshot and the lock
  /// is not seen; then ``append(_:for:removing:in:)`` makes the commit fail.
  func claim(_ id: KeyID, in transaction: Transaction) async throws -> Standing {
    let row = try await transaction.first(
      """
      SELECT \(lock(id)) AS is_locked, k.payload, k.status, k.fields, k.body, k.expires_at <= \(now) AS has_expired
      FROM (SELECT 1) AS one LEFT JOIN \(table) k ON k.id = \(id.bytes)
      """)
    let standing = try standing(row)
    if case .free = standing, try row?.get("is_locked", as: Bool.self) != true { return .inHand }
    return standing
  }

  /// Locks a key again for a transaction that has begun again, on Postgres. The lock ended with the first beginning, so
  /// that another host may have taken the key.
  ///
  /// - Throws: ``KeyTaken`` if another host has the key, or has stored an answer.
  func claimAgain(_ id: KeyID, in transaction: Transaction, _ isolation: TransactionIsolation) async throws {
    guard isShared else { return }
    // Serializable transactions that read the table and store keys in the same page would conflict. An answer that was
    // stored in the instant without a lock makes the commit fail.
    guard isolation != .serializable else {
      let row = try await transaction.first("SELECT \(lock(id)) AS is_locked")
      guard try row?.get("is_locked", as: Bool.self) == true else { throw KeyTaken(answer: nil) }
      return
    }
    switch try await claim(id, in: transaction) {
    case .free: return
    case .inHand: throw KeyTaken(answer: nil)
    case .answered(let answer): throw KeyTaken(answer: answer)
    }
  }

  /// Stores an answer with the transaction. The commit fails if another host has stored one: ``isTaken(_:)``.
  ///
  /// - Parameter hasExpired: whether there is an expired answer to remove.
  func append(
    _ answer: StoredAnswer, for id: KeyID, removing hasExpired: Bool, in transaction: Transaction
  ) async throws {
    if hasExpired {
      try await transaction.append("DELETE FROM \(table) WHERE id = \(id.bytes) AND expires_at <= \(now)")
    }
    try await transaction.append(
      """
      INSERT INTO \(table) (id, payload, status, fields, body, expires_at)
      VALUES (\(id.bytes), \(answer.payload.bytes), \(answer.status), \(answer.fields), \(answer.body),
        \(expiry))
      """)
  }

  /// Whether an error says that another host has stored an answer.
  static func isTaken(_ error: DatabaseError) -> Bool {
    error.code == .uniqueViolation && error.constraint?.contains("idempotency_keys") == true
  }

  /// Tries to lock a key until the transaction ends.
  private func lock(_ id: KeyID) -> SQL {
    let (first, second) = id.lockNumbers
    return "pg_try_advisory_xact_lock(CAST(\(Int(first)) AS int4), CAST(\(Int(second)) AS int4))"
  }

  private var hasDatabaseClock: Bool { isShared && clock.isSystem }

  private var now: SQL { hasDatabaseClock ? "statement_timestamp()" : "\(clock.now)" }

  /// The end of the lifetime of an answer that is stored now.
  private var expiry: SQL {
    hasDatabaseClock
      ? "statement_timestamp() + make_interval(secs => \(Self.lifetime))" : "\(clock.now + Self.lifetime)"
  }

  private func standing(_ row: Row?) throws -> Standing {
    guard let row, let hasExpired = try row.get("has_expired", as: Bool?.self) else { return .free(hasExpired: false) }
    guard !hasExpired else { return .free(hasExpired: true) }
    return .answered(
      StoredAnswer(
        payload: PayloadDigest(bytes: try row.get("payload")), status: try row.get("status"),
        fields: try row.get("fields"), body: try row.get("body")))
  }
}
