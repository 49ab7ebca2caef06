import Edge

extension Migration {
  /// Bounds of the chats and of the completed hunts of users who write past the functions.
  ///
  /// The number of chats is more than one for each riddle of ten years. The number of completed hunts is that of
  /// `HuntLimits`. On SQLite functions alone write.
  static let rowLimits = Migration(
    version: 29, name: "row_limits",
    sqlite: "",
    postgres: """
      ALTER FUNCTION apps.limit_plans_and_places() RENAME TO limit_rows_of_user;
      CREATE TRIGGER limit_chats AFTER INSERT ON chats
        FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.limit_rows_of_user(4000);

      -- create_scavenger_hunt deletes by itself. This does the same for users who insert by PostgREST.
      CREATE FUNCTION apps.delete_old_hunts() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        -- The lock orders the concurrent inserts of a user.
        PERFORM FROM public.users u WHERE u.id = NEW.created_by FOR NO KEY UPDATE;
        DELETE FROM public.scavenger_hunts WHERE id IN (
          SELECT h.id FROM public.scavenger_hunts h WHERE h.created_by = NEW.created_by AND h.status = 'completed'
          ORDER BY h.updated_at, h.id LIMIT (
            SELECT count(*) FROM (
              SELECT FROM public.scavenger_hunts h WHERE h.created_by = NEW.created_by AND h.status = 'completed'
              LIMIT 2 OFFSET 200) AS beyond));
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.delete_old_hunts() FROM PUBLIC, anon, authenticated;
      CREATE TRIGGER delete_old_hunts AFTER INSERT ON scavenger_hunts
        FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.delete_old_hunts();
      """)
}
