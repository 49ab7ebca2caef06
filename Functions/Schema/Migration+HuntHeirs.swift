import Edge

extension Migration {
  /// A hunt of a group whose creator deletes the account goes to a member of the group: to the first member who takes
  /// part in it, or else to the group's first. A participant who has left the group does not see the hunt.
  static let huntHeirs = Migration(
    version: 20, name: "hunt_heirs",
    sqlite: """
      DROP TRIGGER leave_hunts;
      CREATE TRIGGER leave_hunts BEFORE DELETE ON users BEGIN
        UPDATE scavenger_hunts SET created_by = heir.user_id
        FROM (
          SELECT h.id, (
            SELECT other.user_id FROM (
              SELECT p.user_id, 1 AS rank, p.joined_at FROM hunt_participants p
              WHERE p.hunt_id = h.id AND (h.group_id IS NULL OR EXISTS (
                SELECT 1 FROM group_members m WHERE m.group_id = h.group_id AND m.user_id = p.user_id))
              UNION ALL
              SELECT m.user_id, 2, m.joined_at FROM group_members m WHERE m.group_id = h.group_id) AS other
            WHERE other.user_id <> OLD.id ORDER BY other.rank, other.joined_at, other.user_id LIMIT 1) AS user_id
          FROM scavenger_hunts h WHERE h.created_by = OLD.id) AS heir
        WHERE scavenger_hunts.id = heir.id AND heir.user_id IS NOT NULL;
      END;
      """,
    postgres: """
      CREATE OR REPLACE FUNCTION apps.leave_hunts() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
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
