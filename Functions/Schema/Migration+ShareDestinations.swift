import Edge

extension Migration {
  /// The destination in each event of a share, which its recipients are notified of, as JSON.
  static let shareDestinations = Migration(
    version: 21, name: "share_destinations",
    sqlite: "ALTER TABLE eta_share_events ADD COLUMN destination TEXT;",
    postgres: "ALTER TABLE eta_share_events ADD COLUMN destination text;")
}
