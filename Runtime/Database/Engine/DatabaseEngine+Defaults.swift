extension DatabaseEngine {
  /// None.
  public var notifications: (any DatabaseNotifications)? { nil }

  /// The transaction as it is: with one writer there is nothing to isolate or to retry.
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
