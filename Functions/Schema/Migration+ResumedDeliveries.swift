import Edge

extension Migration {
  /// When a later registration resumed a match's delivery; null for a delivery of the session's job.
  static let resumedDeliveries = Migration(
    version: 32, name: "resumed_deliveries",
    sqlite: "ALTER TABLE match_deliveries ADD COLUMN resumed_at TEXT;",
    postgres: "ALTER TABLE match_deliveries ADD COLUMN resumed_at timestamptz;")
}
