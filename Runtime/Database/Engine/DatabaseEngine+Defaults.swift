extension DatabaseEngine {
  /// No notifications.
  public var notifications: (any DatabaseNotifications)? { nil }

  /// Runs the statements in a transaction.
  public func batch(_ statements: [SQL]) async throws -> [[Row]] {
    guard !statements.isEmpty else { return [] }
    return try await transaction(isolation: .readCommitted, retries: 0) { try await $0.batch(statements) }
  }

  /// This engine, which has no shares.
  public func used(by user: String) -> any DatabaseEngine { self }

  /// An engine of which every use throws ``DatabaseError/Code/notSupported``.
  public func acting(as role: String, claims: String) -> any DatabaseEngine {
    UnavailableEngine(
      dialect: dialect,
      reason: "This database has no roles and no row-level security: acting for a caller needs Postgres.")
  }
}
