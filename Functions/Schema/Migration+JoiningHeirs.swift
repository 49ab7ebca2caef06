import Edge

extension Migration {
  /// An erasure waits for a user who is joining a session or a hunt, which then changes hands to that user.
  ///
  /// A user who joins holds the row of the session or the hunt. The lock waits for that transaction, and the statement
  /// after it sees the new participant. On SQLite transactions come one after another.
  static let joiningHeirs = Migration(
    version: 25, name: "joining_heirs",
    sqlite: "",
    postgres: """
      CREATE OR REPLACE FUNCTION apps.leave_sessions() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        PERFORM FROM public.sessions own WHERE own.created_by = OLD.id ORDER BY own.id FOR NO KEY UPDATE;
        UPDATE public.sessions s SET created_by = heir.user_id
        FROM (
          SELECT DISTINCT ON (p.session_id) p.session_id, p.user_id
          FROM public.sessions own JOIN public.session_participants p ON p.session_id = own.id
          WHERE own.created_by = OLD.id AND p.user_id <> OLD.id
          ORDER BY p.session_id, p.joined_at, p.user_id) AS heir
        WHERE s.id = heir.session_id;
        RETURN OLD;
      END $$;

      CREATE OR REPLACE FUNCTION apps.leave_hunts() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        PERFORM FROM public.scavenger_hunts own WHERE own.created_by = OLD.id ORDER BY own.id FOR NO KEY UPDATE;
        UPDATE public.scavenger_hunts h SET created_by = heir.user_id
        FROM (
          SELECT DISTINCT ON (own.id) own.id, other.user_id
          FROM public.scavenger_hunts own CROSS JOIN LATERAL (
            SELECT p.user_id, 1 AS rank, p.joined_at FROM public.hunt_participants p
            WHERE p.hunt_id = own.id AND (own.group_id IS NULL OR EXISTS (
              SELECT 1 FROM public.group_members m WHERE m.group_id = own.group_id AND m.user_id = p.user_id))
            UNION ALL
            SELECT m.user_id, 2, m.joined_at FROM public.group_members m WHERE m.group_id = own.group_id) AS other
          WHERE own.created_by = OLD.id AND other.user_id <> OLD.id
          ORDER BY own.id, other.rank, other.joined_at, other.user_id) AS heir
        WHERE h.id = heir.id;
        RETURN OLD;
      END $$;
      """)
}
