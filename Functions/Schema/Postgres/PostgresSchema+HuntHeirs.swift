extension PostgresSchema {
  /// The heirs of hunts: of a group's hunt only members of the group.
  static let huntHeirs = """
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
    """
}
