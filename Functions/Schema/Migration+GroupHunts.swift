import Edge

extension Migration {
  /// The hunts of a group change hands with their creator's membership: a creator who leaves the group, or is removed
  /// from it, hands them over by the rule of ``huntHeirs``. So do those who left before this migration.
  ///
  /// A user who joins a hunt holds its row. The lock waits for that transaction, and the statement after it sees the
  /// new participant.
  static let groupHunts = Migration(
    version: 30, name: "group_hunts",
    sqlite: """
      DROP TRIGGER hand_over_group;
      CREATE TRIGGER hand_over_group AFTER DELETE ON group_members BEGIN
        \(handingOver(where: ofLeaver))
        UPDATE social_groups
          SET created_by = (
            SELECT m.user_id FROM group_members m WHERE m.group_id = OLD.group_id ORDER BY m.joined_at, m.user_id LIMIT 1)
          WHERE id = OLD.group_id AND created_by = OLD.user_id
            AND EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = OLD.group_id);
        DELETE FROM social_groups
          WHERE id = OLD.group_id AND NOT EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = OLD.group_id);
      END;
      \(handingOver(where: ofFormerMembers))
      """,
    postgres: """
      CREATE OR REPLACE FUNCTION apps.hand_over_group() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      DECLARE
        heir uuid;
      BEGIN
        SELECT m.user_id INTO heir FROM public.group_members m
        WHERE m.group_id = OLD.group_id ORDER BY m.joined_at, m.user_id LIMIT 1;
        IF FOUND THEN
          UPDATE public.social_groups SET created_by = heir WHERE id = OLD.group_id AND created_by = OLD.user_id;
          PERFORM FROM public.scavenger_hunts h WHERE \(ofLeaver) ORDER BY h.id FOR NO KEY UPDATE;
          \(handingOverOnPostgres(where: ofLeaver))
        ELSE
          DELETE FROM public.social_groups WHERE id = OLD.group_id;
        END IF;
        RETURN NULL;
      END $$;

      \(handingOverOnPostgres(where: ofFormerMembersOnPostgres))
      """)

  /// The hunts of the member who leaves the group.
  private static let ofLeaver = "h.group_id = OLD.group_id AND h.created_by = OLD.user_id"

  /// The hunts of groups in which their creators are no members.
  private static let ofFormerMembers = """
    h.group_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM group_members own WHERE own.group_id = h.group_id AND own.user_id = h.created_by)
    """

  private static let ofFormerMembersOnPostgres = """
    h.group_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM public.group_members own WHERE own.group_id = h.group_id AND own.user_id = h.created_by)
    """

  /// Hands hunts `h` of groups over: each to the first member of the group who takes part in it, or else to the group's
  /// first member.
  private static func handingOver(where condition: String) -> String {
    """
    UPDATE scavenger_hunts SET created_by = heir.user_id
    FROM (
      SELECT h.id, (
        SELECT m.user_id FROM group_members m
        LEFT JOIN hunt_participants p ON p.hunt_id = h.id AND p.user_id = m.user_id
        WHERE m.group_id = h.group_id
        ORDER BY p.user_id IS NULL, coalesce(p.joined_at, m.joined_at), m.user_id LIMIT 1) AS user_id
      FROM scavenger_hunts h WHERE \(condition)) AS heir
    WHERE scavenger_hunts.id = heir.id AND heir.user_id IS NOT NULL;
    """
  }

  private static func handingOverOnPostgres(where condition: String) -> String {
    """
    UPDATE public.scavenger_hunts SET created_by = successor.user_id
    FROM (
      SELECT DISTINCT ON (h.id) h.id, m.user_id
      FROM public.scavenger_hunts h
      JOIN public.group_members m ON m.group_id = h.group_id
      LEFT JOIN public.hunt_participants p ON p.hunt_id = h.id AND p.user_id = m.user_id
      WHERE \(condition)
      ORDER BY h.id, p.user_id IS NULL, coalesce(p.joined_at, m.joined_at), m.user_id) AS successor
    WHERE scavenger_hunts.id = successor.id;
    """
  }
}
