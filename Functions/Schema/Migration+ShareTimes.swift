import Edge

extension Migration {
  /// The times of shares that are written past the functions: the database sets when they were made and changed, and
  /// bounds their end.
  ///
  /// The bound of the end is that of `share_eta`. On SQLite functions alone write.
  static let shareTimes = Migration(
    version: 26, name: "share_times",
    sqlite: "",
    postgres: """
      CREATE FUNCTION apps.check_share_times() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
      BEGIN
        -- A share with a later end, which was stored before this rule, can still be ended.
        IF NEW.expires_at > now() + interval '7 days'
          AND (TG_OP = 'INSERT' OR NEW.is_active OR NEW.expires_at IS DISTINCT FROM OLD.expires_at)
        THEN
          RAISE EXCEPTION 'A share ends within 7 days'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'eta_shares_end', TABLE = 'eta_shares';
        END IF;
        -- Lists show the newest shares first, so callers do not choose the time at which a share was made.
        NEW.created_at := CASE TG_OP WHEN 'INSERT' THEN now() ELSE OLD.created_at END;
        NEW.updated_at := now();
        RETURN NEW;
      END $$;
      REVOKE ALL ON FUNCTION apps.check_share_times() FROM PUBLIC, anon, authenticated;
      CREATE TRIGGER check_share_times BEFORE INSERT OR UPDATE ON eta_shares
        FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.check_share_times();

      -- Shares that were stored with later times would stay first. The additional day allows for differing clocks.
      UPDATE eta_shares SET is_active = false
      WHERE is_active AND (expires_at > now() + interval '8 days' OR created_at > now() + interval '1 day');
      """)
}
