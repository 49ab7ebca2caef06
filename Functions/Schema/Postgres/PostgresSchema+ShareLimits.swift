extension PostgresSchema {
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

  static let shareLimits = """
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
    """
}
