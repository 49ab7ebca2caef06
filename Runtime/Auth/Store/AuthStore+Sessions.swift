import Database
import FoundationEssentials

extension AuthStore {
  /// The largest number of expired sessions that one sign-in removes.
  private static let mostPruned = 100

  /// Adds a session, and removes up to 100 expired ones: more than a sign-in adds, so that they do not accumulate.
  func add(_ session: AuthSession, in transaction: Transaction) async throws {
    let expiry = session.createdAt.addingTimeInterval(-RefreshRule.lifetime)
    try await transaction.execute(
      """
      DELETE FROM \(tables.sessions) WHERE id IN (SELECT id FROM \(tables.sessions)
        WHERE coalesce(refreshed_at, created_at) < \(expiry)
        ORDER BY coalesce(refreshed_at, created_at) LIMIT \(Self.mostPruned)\(tables.lockSkippingLocked))
      """)
    try await transaction.execute(
      """
      INSERT INTO \(tables.sessions) (id, user_id, method, turn, created_at)
      VALUES (\(session.id), \(session.user), \(session.method.rawValue), \(session.turn), \(session.createdAt))
      """)
  }

  /// Begins a session of a user whose password was checked; false if the user is gone or has another hash since.
  func begin(_ session: AuthSession, password: String) async throws -> Bool {
    try await database.transaction(retries: Self.retries) { transaction in
      let found = try await transaction.execute(
        """
        UPDATE \(tables.users) SET last_sign_in_at = \(session.createdAt)
        WHERE id = \(session.user) AND password = \(password)
        """)
      guard found == 1 else { return false }
      try await add(session, in: transaction)
      return true
    }
  }

  func hasSession(_ id: UUID, of user: UUID) async throws -> Bool {
    try await database.first("SELECT 1 AS found FROM \(tables.sessions) WHERE id = \(id) AND user_id = \(user)") != nil
  }

  /// The result of a refresh.
  enum Refresh: Sendable {
    case refreshed(AuthUser, AuthSession)
    /// The token was used before, and its session has ended.
    case ended(UUID)
    case unknown
    /// The session was not refreshed for too long.
    case expired
  }

  /// Refreshes a session by ``RefreshRule``.
  func refresh(_ token: RefreshToken, now: Date) async throws -> Refresh {
    try await database.transaction(retries: Self.retries) { transaction in
      let found = try await transaction.first(
        """
        SELECT user_id, method, turn, created_at, refreshed_at FROM \(tables.sessions)
        WHERE id = \(token.session)\(tables.lock)
        """)
      guard let found else { return .unknown }
      let user: UUID = try found.get("user_id")
      var session = AuthSession(
        id: token.session, user: user,
        method: AuthSession.Method(rawValue: try found.get("method")) ?? .password,
        createdAt: try found.get("created_at"),
        turn: try found.get("turn"))
      switch RefreshRule(
        turn: token.turn, current: session.turn, refreshedAt: try found.get("refreshed_at"),
        signedInAt: session.createdAt, now: now)
      {
      case .unknown: return .unknown
      case .expired: return .expired
      case .reuse:
        _ = try await end(.one(session.id), of: user, now: now, in: transaction)
        return .ended(session.id)
      case .current: break
      case .next(let turn):
        session.turn = turn
        try await transaction.execute(
          "UPDATE \(tables.sessions) SET turn = \(turn), refreshed_at = \(now) WHERE id = \(session.id)")
      }
      guard let owner = try await self.user(user, in: transaction, isLocked: false) else { return .unknown }
      return .refreshed(owner, session)
    }
  }

  /// Ends sessions of a user, and returns them.
  func end(_ selection: SessionSelection, of user: UUID, now: Date) async throws -> [UUID] {
    try await database.transaction(retries: Self.retries) { transaction in
      guard try await self.user(user, in: transaction, isLocked: true) != nil else { return [] }
      return try await end(selection, of: user, now: now, in: transaction)
    }
  }

  /// Ends sessions of a user whose row is locked, or one session whose row is locked, and forgets ended sessions whose
  /// tokens have expired.
  func end(
    _ selection: SessionSelection, of user: UUID, now: Date, in transaction: Transaction
  ) async throws -> [UUID] {
    let chosen: SQL =
      switch selection {
      case .all: "user_id = \(user)"
      case .one(let id): "user_id = \(user) AND id = \(id)"
      case .allBut(let id): "user_id = \(user) AND id <> \(id)"
      }
    let until = SessionEnds.expiry(at: now)
    let results = try await transaction.batch([
      "DELETE FROM \(tables.ended) WHERE until <= \(now)",
      """
      INSERT INTO \(tables.ended) (id, until) SELECT id, \(until) FROM \(tables.sessions) WHERE \(chosen)
      ON CONFLICT DO NOTHING
      """,
      "DELETE FROM \(tables.sessions) WHERE \(chosen) RETURNING id",
    ])
    return try results.last?.map { try $0.get("id") } ?? []
  }

  /// The ended sessions whose tokens are refused until a date or longer.
  func ended(until date: Date) async throws -> [(id: UUID, until: Date)] {
    try await database.query("SELECT id, until FROM \(tables.ended) WHERE until >= \(date)").map {
      (try $0.get("id"), try $0.get("until"))
    }
  }
}
