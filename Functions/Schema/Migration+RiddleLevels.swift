import Edge

extension Migration {
  /// The level and the hints of riddles; chats and scores that go with their user.
  ///
  /// SQLite changes no reference of a table, so both tables are made anew.
  static let riddleLevels = Migration(
    version: 10, name: "riddle_levels",
    sqlite: """
      ALTER TABLE riddles ADD COLUMN duration INTEGER CHECK (duration > 0);
      ALTER TABLE riddles ADD COLUMN difficulty INTEGER CHECK (difficulty BETWEEN 1 AND 4);
      ALTER TABLE riddles ADD COLUMN hint1 TEXT;
      ALTER TABLE riddles ADD COLUMN hint2 TEXT;
      ALTER TABLE riddles ADD COLUMN hint3 TEXT;

      CREATE TABLE new_chats (
        id INTEGER PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        riddle_id INTEGER NOT NULL REFERENCES riddles (id) ON DELETE CASCADE,
        messages TEXT DEFAULT '[]' CHECK (json_valid(messages)),
        updated_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT;
      INSERT INTO new_chats SELECT id, user_id, riddle_id, messages, updated_at FROM chats;
      DROP TABLE chats;
      ALTER TABLE new_chats RENAME TO chats;
      CREATE INDEX chats_of_user ON chats (user_id, riddle_id);
      CREATE INDEX chats_of_riddle ON chats (riddle_id);

      CREATE TABLE new_scores (
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        riddle_id INTEGER NOT NULL REFERENCES riddles (id) ON DELETE CASCADE,
        score INTEGER,
        duration INTEGER,
        msg_count INTEGER,
        created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        PRIMARY KEY (user_id, riddle_id)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO new_scores SELECT user_id, riddle_id, score, duration, msg_count, created_at FROM scores;
      DROP TABLE scores;
      ALTER TABLE new_scores RENAME TO scores;
      CREATE INDEX scores_of_riddle ON scores (riddle_id);
      """,
    postgres: PostgresSchema.riddleLevels)
}
