extension DatabaseEngine {
  /// No notifications.
  public var notifications: (any DatabaseNotifications)? { nil }

  /// This engine, which has no shares.
  public func used(by user: String) -> any DatabaseEngine { self }

  /// An engine of which every use throws ``DatabaseError/Code/notSupported``.
  public func acting(as role: String, claims: String) -> any DatabaseEngine {
    UnavailableEngine(
      dialect: dialect,
      reason: "This database has no roles and no row-level security: acting for a caller needs Postgres.")
  }
}
