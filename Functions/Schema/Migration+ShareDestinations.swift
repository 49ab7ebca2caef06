import Edge

extension Migration {
  /// The destination that the recipients of a share are told by each event, as JSON.
  static let shareDestinations = Migration(
    version: 21, name: "share_destinations",
    sqlite: "ALTER TABLE eta_share_events ADD COLUMN destination TEXT;",
    postgres: "ALTER TABLE eta_share_events ADD COLUMN destination text;")
}
