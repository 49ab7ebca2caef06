import Edge

extension Migration {
  /// The bound on the shares of a user that are kept. On SQLite `share_eta` alone inserts shares, and keeps the bound;
  /// on Postgres a trigger holds users to it who insert by PostgREST. The number is that of `share_eta`.
  static let shareHistory = Migration(
    version: 8, name: "share_history",
    sqlite: "",
    postgres: """
      CREATE OR REPLACE FUNCTION apps.delete_old_shares() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        -- One of a user's inserts at a time.
        PERFORM FROM public.users u WHERE u.id = NEW.user_id FOR NO KEY UPDATE;
        DELETE FROM public.eta_shares WHERE id IN (
          SELECT s.id FROM public.eta_shares s WHERE s.user_id = NEW.user_id AND NOT (s.is_active AND s.expires_at > now())
          ORDER BY s.created_at, s.id LIMIT (
            SELECT count(*)
            FROM (SELECT FROM public.eta_shares s WHERE s.user_id = NEW.user_id LIMIT 2 OFFSET 1000) AS beyond));
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.delete_old_shares() FROM PUBLIC;
      DROP TRIGGER IF EXISTS delete_old_shares ON eta_shares;
      CREATE TRIGGER delete_old_shares AFTER INSERT ON eta_shares
        FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.delete_old_shares();
      """)
}
