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
    postgres: """
      -- NOT VALID: rows that are there may break a rule. An update looks at its whole row, though: one that is active
      -- would stop expire_eta_shares, so it ends here.
      LOCK TABLE eta_shares IN ACCESS EXCLUSIVE MODE;
      UPDATE eta_shares SET is_active = false
      WHERE is_active AND NOT (\(shareRules.map { "(\($0.1))" }.joined(separator: "\n  AND ")));
      ALTER TABLE eta_shares
        \(shareRules.map { "ADD CONSTRAINT eta_shares_\($0.0) CHECK (\($0.1)) NOT VALID" }.joined(separator: ",\n  "));

      CREATE INDEX eta_shares_active_of_user ON eta_shares (user_id, expires_at) WHERE is_active;

      -- share_eta counts by itself. This holds users to the same number who insert by PostgREST. It runs after the
      -- policies: a refusal says nothing of another user.
      CREATE FUNCTION apps.limit_active_shares() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        -- One of a user's inserts at a time.
        PERFORM FROM public.users u WHERE u.id = NEW.user_id FOR NO KEY UPDATE;
        IF (
          SELECT count(*) FROM public.eta_shares s
          WHERE s.user_id = NEW.user_id AND s.is_active AND s.expires_at > now()) > 20
        THEN
          RAISE EXCEPTION 'A user has at most 20 active shares'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'eta_shares_active_limit', TABLE = 'eta_shares';
        END IF;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.limit_active_shares() FROM PUBLIC;
      CREATE TRIGGER limit_active_shares AFTER INSERT OR UPDATE OF is_active, expires_at ON eta_shares
        FOR EACH ROW WHEN (NEW.is_active AND current_user IN ('anon', 'authenticated'))
        EXECUTE FUNCTION apps.limit_active_shares();
      """)

  /// Whether SQLite's new row breaks a bound.
  private static let unreadable = """
    length(CAST(NEW.route_data AS BLOB)) > 16384 OR json_type(NEW.route_data) <> 'object'
      OR length(NEW.recipients) > 2048 OR json_array_length(NEW.recipients) > 50
      OR NEW.expires_at NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:*'
      OR NEW.created_at NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:*'
    """

  /// The bounds of a share that its recipients can read. The numbers are those of `StoredRoute`, `Recipients` and
  /// `share_eta`.
  private static let shareRules = [
    (
      "route",
      "CASE WHEN jsonb_typeof(route_data) = 'object' THEN \(JSONBounds.condition("route_data", upTo: 16384)) ELSE false END"
    ),
    (
      "recipients_list",
      """
      coalesce(array_ndims(recipients), 1) = 1 AND coalesce(array_lower(recipients, 1), 1) = 1
        AND cardinality(recipients) <= 50 AND num_nulls(VARIADIC recipients) = 0
      """
    ),
    ("expires_at_year", year("expires_at")),
    ("created_at_year", year("created_at")),
    ("updated_at_year", year("updated_at")),
  ]

  /// The years 1 to 9999, which excludes infinity.
  private static func year(_ column: String) -> String {
    "\(column) >= '0001-01-01 00:00:00+00'::timestamptz AND \(column) < '10000-01-01 00:00:00+00'::timestamptz"
  }
}
