import Edge

extension Migration {
  /// The users who have deleted their accounts, the triggers that hand their sessions and hunts over to other users, as
  /// groups are handed over, and the indexes for the deletion and for `prune_history`.
  static let accountDeletion = Migration(
    version: 17, name: "account_deletion",
    sqlite: """
      CREATE TABLE account_deletions (
        user_id TEXT PRIMARY KEY,
        requested_at TEXT NOT NULL,
        deleted_at TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX account_deletions_by_time ON account_deletions (deleted_at);

      -- A token outlives its account. SQLite's triggers have no other code than that of constraints.
      CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON users
      WHEN EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = NEW.id)
      BEGIN SELECT RAISE(ABORT, 'users: the account is deleted'); END;

      CREATE TRIGGER leave_sessions BEFORE DELETE ON users BEGIN
        UPDATE sessions SET created_by = (
            SELECT p.user_id FROM session_participants p WHERE p.session_id = sessions.id AND p.user_id <> OLD.id
            ORDER BY p.joined_at, p.user_id LIMIT 1)
          WHERE created_by = OLD.id AND EXISTS (
            SELECT 1 FROM session_participants p WHERE p.session_id = sessions.id AND p.user_id <> OLD.id);
      END;
      CREATE TRIGGER leave_hunts BEFORE DELETE ON users BEGIN
        UPDATE scavenger_hunts SET created_by = (
            SELECT p.user_id FROM hunt_participants p WHERE p.hunt_id = scavenger_hunts.id AND p.user_id <> OLD.id
            ORDER BY p.joined_at, p.user_id LIMIT 1)
          WHERE created_by = OLD.id AND EXISTS (
            SELECT 1 FROM hunt_participants p WHERE p.hunt_id = scavenger_hunts.id AND p.user_id <> OLD.id);
        UPDATE scavenger_hunts SET created_by = (
            SELECT m.user_id FROM group_members m WHERE m.group_id = scavenger_hunts.group_id AND m.user_id <> OLD.id
            ORDER BY m.joined_at, m.user_id LIMIT 1)
          WHERE created_by = OLD.id AND EXISTS (
            SELECT 1 FROM group_members m WHERE m.group_id = scavenger_hunts.group_id AND m.user_id <> OLD.id);
      END;
      CREATE INDEX sessions_of_creator ON sessions (created_by);
      CREATE INDEX match_deliveries_of_user ON match_deliveries (user_id);
      CREATE INDEX sessions_over ON sessions (created_at) WHERE status <> 'open';
      CREATE INDEX eta_shares_over ON eta_shares (expires_at) WHERE NOT is_active;
      """,
    postgres: PostgresSchema.accountDeletion)
}
