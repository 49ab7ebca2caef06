import Edge

extension Migration {
  /// Swivo's usernames among the participants of a session, and the tables that apps listen to.
  ///
  /// On SQLite functions alone read and write users, and apps listen to nothing.
  static let swivoNames = Migration(
    version: 9, name: "swivo_names",
    sqlite: "",
    postgres: """
      -- Participants of a session see each other, as the document's select of users!inner(id, username) needs.
      -- Asks past the policies: that of session_participants would otherwise ask itself without end.
      CREATE FUNCTION apps.participants_with_caller() RETURNS SETOF uuid
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
        SELECT other.user_id FROM public.session_participants mine
        JOIN public.session_participants other ON other.session_id = mine.session_id
        WHERE mine.user_id = (SELECT auth.uid())
      $$;
      REVOKE ALL ON FUNCTION apps.participants_with_caller() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION apps.participants_with_caller() TO anon, authenticated, service_role;
      CREATE POLICY "Participants can view each other" ON users FOR SELECT TO authenticated
        USING (id IN (SELECT apps.participants_with_caller()));

      -- A policy shows whole rows, so the private columns (email, device tokens) are not granted to any caller. A user's
      -- own email is in the token. Callers name the columns that they select.
      REVOKE SELECT ON users FROM anon, authenticated;
      GRANT SELECT (id, username, display_name, avatar_url, created_at, updated_at) ON users TO anon, authenticated;

      -- set_username checks by itself. This holds users to the same rules who change their row by PostgREST.
      CREATE FUNCTION apps.check_username() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        IF char_length(NEW.username) NOT BETWEEN 1 AND 30 OR octet_length(NEW.username) > 120
          OR NEW.username <> btrim(NEW.username) OR NEW.username ~ '[[:cntrl:]\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF]'
        THEN
          RAISE EXCEPTION 'A username has 1 to 30 visible characters'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'users_username', TABLE = 'users';
        END IF;
        RETURN NEW;
      END $$;
      REVOKE ALL ON FUNCTION apps.check_username() FROM PUBLIC;
      CREATE TRIGGER check_username BEFORE UPDATE OF username ON users FOR EACH ROW
        WHEN (NEW.username IS DISTINCT FROM OLD.username AND current_user IN ('anon', 'authenticated'))
        EXECUTE FUNCTION apps.check_username();

      -- Supabase's realtime server sends the changes of the tables in this publication, as far as policies show them.
      DO $$
      DECLARE
        listened text;
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'supabase_realtime' AND NOT puballtables) THEN
          RETURN;
        END IF;
        FOREACH listened IN ARRAY ARRAY[\(listened.map { "'\($0)'" }.joined(separator: ", "))] LOOP
          IF NOT EXISTS (
            SELECT FROM pg_publication_tables
            WHERE pubname = 'supabase_realtime' AND schemaname = 'public' AND tablename = listened)
          THEN
            EXECUTE format('ALTER PUBLICATION supabase_realtime ADD TABLE public.%I', listened);
          END IF;
        END LOOP;
      EXCEPTION WHEN insufficient_privilege THEN
        RAISE WARNING 'The publication supabase_realtime is not %''s: add the tables % by its owner', current_user,
          '\(listened.joined(separator: ", "))';
      END $$;
      """)

  /// The tables whose changes the apps' documents listen to: Swivo's sessions, and Shvil's saved places, adventures,
  /// groups, hunts and shares.
  private static let listened = [
    "sessions", "saved_places", "adventure_plans", "group_members", "scavenger_hunts", "eta_shares",
  ]
}
