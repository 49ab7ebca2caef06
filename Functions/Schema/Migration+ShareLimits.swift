import Edge

extension Migration {
  /// The bounds on a share's size, dates and recipients, which keep it readable for the recipients; and on a user's
  /// active shares.
  ///
  /// On SQLite `eta_share_recipients` also has the share's end, so that an index finds the active ones among many.
  static let shareLimits = Migration(
    version: 6, name: "share_limits",
    sqlite: """
      CREATE INDEX eta_shares_active_of_user ON eta_shares (user_id, expires_at) WHERE is_active;

      ALTER TABLE eta_share_recipients ADD COLUMN expires_at TEXT;
      UPDATE eta_share_recipients
        SET expires_at = (SELECT s.expires_at FROM eta_shares s WHERE s.id = eta_share_recipients.share_id);
      CREATE INDEX eta_share_recipients_by_end ON eta_share_recipients (user_id, expires_at);
      DROP TRIGGER eta_share_recipients_of_new_share;
      CREATE TRIGGER eta_share_recipients_of_new_share AFTER INSERT ON eta_shares BEGIN
        INSERT INTO eta_share_recipients (user_id, created_at, share_id, expires_at)
        SELECT DISTINCT value, NEW.created_at, NEW.id, NEW.expires_at FROM json_each(NEW.recipients);
      END;
      CREATE TRIGGER eta_share_recipients_of_moved_end AFTER UPDATE OF expires_at ON eta_shares BEGIN
        UPDATE eta_share_recipients SET expires_at = NEW.expires_at WHERE share_id = NEW.id;
      END;

      -- A table of SQLite takes no further CHECK. What a row has already is not looked at again when it becomes inactive.
      CREATE TRIGGER check_new_eta_share BEFORE INSERT ON eta_shares
      WHEN \(unreadable)
      BEGIN SELECT RAISE(ABORT, 'eta_shares: no share that its recipients can read'); END;
      CREATE TRIGGER check_changed_eta_share
      BEFORE UPDATE OF route_data, recipients, expires_at, created_at ON eta_shares
      WHEN \(unreadable)
      BEGIN SELECT RAISE(ABORT, 'eta_shares: no share that its recipients can read'); END;
      """,
    postgres: PostgresSchema.shareLimits)

  /// Whether SQLite's new row breaks a bound.
  private static let unreadable = """
    length(CAST(NEW.route_data AS BLOB)) > 16384 OR json_type(NEW.route_data) <> 'object'
      OR length(NEW.recipients) > 2048 OR json_array_length(NEW.recipients) > 50
      OR NEW.expires_at NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:*'
      OR NEW.created_at NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:*'
    """
}
