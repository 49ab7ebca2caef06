import Edge

extension Migration {
  /// Enigmate's riddles, and its users' chats and scores.
  static let enigmate = Migration(
    version: 2, name: "enigmate",
    sqlite: """
      CREATE TABLE riddles (
        id INTEGER PRIMARY KEY,
        title TEXT NOT NULL,
        question TEXT NOT NULL,
        answer TEXT NOT NULL,
        image_path TEXT NOT NULL,
        release_date TEXT NOT NULL CHECK (release_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
      ) STRICT;
      CREATE INDEX riddles_by_release ON riddles (release_date);

      CREATE TABLE chats (
        id INTEGER PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES users (id),
        riddle_id INTEGER NOT NULL REFERENCES riddles (id),
        messages TEXT DEFAULT '[]' CHECK (json_valid(messages)),
        updated_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT;
      CREATE INDEX chats_of_user ON chats (user_id);

      CREATE TABLE scores (
        user_id TEXT NOT NULL REFERENCES users (id),
        riddle_id INTEGER NOT NULL REFERENCES riddles (id),
        score INTEGER,
        duration INTEGER,
        msg_count INTEGER,
        created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        PRIMARY KEY (user_id, riddle_id)
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: PostgresSchema.enigmate)
}
