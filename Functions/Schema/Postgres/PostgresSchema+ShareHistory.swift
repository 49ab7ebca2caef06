extension PostgresSchema {
  /// The number is that of `share_eta`, which deletes by itself. This holds users to it who insert by PostgREST.
  static let shareHistory = """
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
    """
}
