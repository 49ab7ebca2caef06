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
    postgres: """
      ALTER TABLE riddles ADD COLUMN duration integer CHECK (duration > 0);
      ALTER TABLE riddles ADD COLUMN difficulty integer CHECK (difficulty BETWEEN 1 AND 4);
      ALTER TABLE riddles ADD COLUMN hint1 text;
      ALTER TABLE riddles ADD COLUMN hint2 text;
      ALTER TABLE riddles ADD COLUMN hint3 text;

      -- The document's references forbid the deletion of an account.
      ALTER TABLE chats
        DROP CONSTRAINT chats_user_id_fkey, DROP CONSTRAINT chats_riddle_id_fkey,
        ADD CONSTRAINT chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
        ADD CONSTRAINT chats_riddle_id_fkey FOREIGN KEY (riddle_id) REFERENCES riddles (id) ON DELETE CASCADE;
      ALTER TABLE scores
        DROP CONSTRAINT scores_user_id_fkey, DROP CONSTRAINT scores_riddle_id_fkey,
        ADD CONSTRAINT scores_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
        ADD CONSTRAINT scores_riddle_id_fkey FOREIGN KEY (riddle_id) REFERENCES riddles (id) ON DELETE CASCADE;
      CREATE INDEX chats_of_riddle ON chats (riddle_id);
      CREATE INDEX scores_of_riddle ON scores (riddle_id);

      -- save_chat takes a little less. NOT VALID: chats that are there may be larger.
      ALTER TABLE chats ADD CONSTRAINT chats_messages CHECK (
        messages IS NULL
        OR CASE WHEN jsonb_typeof(messages) = 'array' THEN \(JSONBounds.condition("messages", upTo: 65536)) ELSE false END
      ) NOT VALID;

      -- A chat or a score is about a riddle that the policy of riddles shows: a released one.
      ALTER POLICY "User owns chat" ON chats
        WITH CHECK (user_id = (SELECT auth.uid()) AND EXISTS (SELECT FROM riddles r WHERE r.id = riddle_id));
      ALTER POLICY "User owns score" ON scores
        WITH CHECK (user_id = (SELECT auth.uid()) AND EXISTS (SELECT FROM riddles r WHERE r.id = riddle_id));
      """)
}
