extension DatabaseEngine {
  /// No notifications.
  public var notifications: (any DatabaseNotifications)? { nil }

  /// Runs the body once: with one writer there are no conflicts.
  public func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await transaction(body)
  }

  /// An engine of which every use throws ``DatabaseError/Code/notSupported``.
  public func acting(as role: String, claims: String) -> any DatabaseEngine {
    UnavailableEngine(
      dialect: dialect,
      reason: "This database has no roles and no row-level security: acting for a caller needs Postgres.")
  }
}
