import Edge

extension Migration {
  /// Shvil's groups: on SQLite their tables, on Postgres the rules for clients that write the tables themselves.
  ///
  /// On either engine a creator who leaves a group hands it over, and a group without members is deleted. So a group
  /// outlives the account of its creator.
  static let shvilGroups = Migration(
    version: 11, name: "shvil_groups",
    sqlite: """
      CREATE TABLE social_groups (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
        description TEXT CHECK (length(description) <= 1000),
        created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        invite_code TEXT NOT NULL UNIQUE,
        qr_code TEXT,
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX social_groups_of_creator ON social_groups (created_by);

      CREATE TABLE group_members (
        id TEXT PRIMARY KEY,
        group_id TEXT NOT NULL REFERENCES social_groups (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        joined_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        UNIQUE (group_id, user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX groups_of_user ON group_members (user_id);

      CREATE TRIGGER hand_over_group AFTER DELETE ON group_members BEGIN
        UPDATE social_groups
          SET created_by = (
            SELECT m.user_id FROM group_members m WHERE m.group_id = OLD.group_id ORDER BY m.joined_at, m.user_id LIMIT 1)
          WHERE id = OLD.group_id AND created_by = OLD.user_id
            AND EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = OLD.group_id);
        DELETE FROM social_groups
          WHERE id = OLD.group_id AND NOT EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = OLD.group_id);
      END;
      CREATE TRIGGER leave_groups BEFORE DELETE ON users BEGIN
        DELETE FROM group_members WHERE user_id = OLD.id;
      END;
      """,
    postgres: PostgresSchema.shvilGroups)
}
