import Database
import Edge
import FoundationEssentials

/// The users and sessions in the database.
///
/// A transaction that changes several sessions of a user locks the user's row first, and one that adds a session
/// updates that row. Therefore a transaction that ends all sessions of a user misses none.
struct AuthStore: Sendable {
  /// How often a transaction is tried again after a conflict with another.
  static let retries = 3

  let database: Database
  let tables: AuthTables

  init(_ database: Database) {
    self.database = database
    tables = AuthTables(database.dialect)
  }
}

// MARK: Users

extension AuthStore {
  private static let columns: SQL =
    "id, email, password, app_metadata, user_metadata, created_at, updated_at, confirmed_at, last_sign_in_at"

  func user(_ id: UUID) async throws -> AuthUser? {
    try await database.first("SELECT \(Self.columns) FROM \(tables.users) WHERE id = \(id)").map(AuthUser.init)
  }

  func user(at address: EmailAddress) async throws -> AuthUser? {
    try await database.first("SELECT \(Self.columns) FROM \(tables.users) WHERE email = \(address.text)")
      .map(AuthUser.init)
  }

  /// A page of the users, the newest first, and the number of all.
  func users(limit: Int, offset: Int) async throws -> (page: [AuthUser], total: Int) {
    let page = try await database.query(
      """
      SELECT \(Self.columns) FROM \(tables.users) ORDER BY created_at DESC, id DESC LIMIT \(limit) OFFSET \(offset)
      """)
    let total: Int = try await database.first("SELECT count(*) AS n FROM \(tables.users)")?.get("n") ?? 0
    return (try page.map(AuthUser.init), total)
  }

  func user(_ id: UUID, in transaction: Transaction, isLocked: Bool) async throws -> AuthUser? {
    let lock = isLocked ? tables.lock : ""
    return try await transaction.first("SELECT \(Self.columns) FROM \(tables.users) WHERE id = \(id)\(lock)")
      .map(AuthUser.init)
  }

  /// Adds a user, with a session if there is one.
  ///
  /// - Throws: ``AuthError/userExists`` if the address or the id is taken.
  func add(_ user: AuthUser, _ session: AuthSession? = nil) async throws {
    try await database.transaction { transaction in
      let added = try await transaction.execute(
        """
        INSERT INTO \(tables.users) (\(Self.columns)) VALUES (\(user.id), \(user.email), \(user.password),
          \(user.appMetadata.text), \(user.userMetadata.text), \(user.createdAt), \(user.updatedAt),
          \(user.confirmedAt), \(user.lastSignInAt))
        ON CONFLICT DO NOTHING
        """)
      guard added == 1 else { throw AuthError.userExists }
      if let session { try await add(session, in: transaction) }
    }
  }

  /// Changes a user, and then ends sessions in the same transaction.
  ///
  /// - Parameter session: the session that asks for the change; nil for a token without one.
  /// - Returns: the changed user and the sessions that ended; nil if there is no such user.
  /// - Throws: ``AuthError/noSession`` if the session has ended, ``AuthError/emailExists`` if the address is taken;
  ///   what `change` throws.
  func change(
    _ id: UUID, by session: UUID?, ending: SessionSelection?, now: Date,
    _ change: @Sendable (inout AuthUser) throws -> Void
  ) async throws -> (user: AuthUser, ended: [UUID])? {
    do {
      return try await database.transaction(retries: Self.retries) { transaction in
        guard var user = try await user(id, in: transaction, isLocked: true) else { return nil }
        if let session {
          let found = try await transaction.first(
            "SELECT 1 AS found FROM \(tables.sessions) WHERE id = \(session) AND user_id = \(id)\(tables.lock)")
          guard found != nil else { throw AuthError.noSession }
        }
        try change(&user)
        user.updatedAt = now
        try await transaction.execute(
          """
          UPDATE \(tables.users) SET email = \(user.email), password = \(user.password),
            app_metadata = \(user.appMetadata.text), user_metadata = \(user.userMetadata.text),
            updated_at = \(user.updatedAt), confirmed_at = \(user.confirmedAt)
          WHERE id = \(id)
          """)
        guard let ending else { return (user, []) }
        return (user, try await end(ending, of: id, now: now, in: transaction))
      }
    } catch let error as DatabaseError where error.code == .uniqueViolation {
      throw AuthError.emailExists
    }
  }

  /// Deletes a user, and ends the user's sessions, which it returns; nil if there is no such user.
  func delete(_ id: UUID, now: Date) async throws -> [UUID]? {
    try await database.transaction(retries: Self.retries) { transaction in
      guard try await user(id, in: transaction, isLocked: true) != nil else { return nil }
      let ended = try await end(.all, of: id, now: now, in: transaction)
      try await transaction.execute("DELETE FROM \(tables.users) WHERE id = \(id)")
      return ended
    }
  }
}

extension AuthUser {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row.get("id"), email: try row.get("email"), password: try row.get("password"),
      appMetadata: try Self.object(row, "app_metadata"), userMetadata: try Self.object(row, "user_metadata"),
      createdAt: try row.get("created_at"), updatedAt: try row.get("updated_at"),
      confirmedAt: try row.get("confirmed_at"), lastSignInAt: try row.get("last_sign_in_at"))
  }

  private static func object(_ row: Row, _ column: String) throws -> JSONObject {
    try Wire.decode(JSONObject.self, from: [UInt8](try row.get(column, as: String.self).utf8))
  }
}

extension JSONObject {
  fileprivate var text: String { String(decoding: json, as: UTF8.self) }
}
