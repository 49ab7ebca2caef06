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
    postgres: """
      -- Where this differs from the document:
      --   "Today" is the UTC day whatever the session's time zone, as it is in riddle_today.
      --   riddles_by_release, chats_of_user: what is looked up has an index.
      CREATE TABLE riddles (
        id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        title text NOT NULL,
        question text NOT NULL,
        answer text NOT NULL,
        image_path text NOT NULL,
        release_date date NOT NULL,
        PRIMARY KEY (id)
      );
      CREATE INDEX riddles_by_release ON riddles (release_date);

      CREATE TABLE chats (
        id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        user_id uuid NOT NULL,
        riddle_id bigint NOT NULL,
        messages jsonb DEFAULT '[]'::jsonb,
        updated_at timestamp without time zone DEFAULT now(),
        PRIMARY KEY (id),
        FOREIGN KEY (user_id) REFERENCES auth.users (id),
        FOREIGN KEY (riddle_id) REFERENCES riddles (id)
      );
      CREATE INDEX chats_of_user ON chats (user_id);

      CREATE TABLE scores (
        user_id uuid NOT NULL,
        riddle_id bigint NOT NULL,
        score integer,
        duration integer,
        msg_count integer,
        created_at timestamp without time zone DEFAULT now(),
        PRIMARY KEY (user_id, riddle_id),
        FOREIGN KEY (user_id) REFERENCES auth.users (id),
        FOREIGN KEY (riddle_id) REFERENCES riddles (id)
      );

      ALTER TABLE riddles ENABLE ROW LEVEL SECURITY;
      ALTER TABLE chats ENABLE ROW LEVEL SECURITY;
      ALTER TABLE scores ENABLE ROW LEVEL SECURITY;
      CREATE POLICY "Read today's riddle" ON riddles FOR SELECT
        USING (release_date <= (now() AT TIME ZONE 'UTC')::date);
      CREATE POLICY "User owns chat" ON chats USING (user_id = (SELECT auth.uid()));
      CREATE POLICY "User owns score" ON scores USING (user_id = (SELECT auth.uid()));

      REVOKE ALL ON riddles, chats, scores FROM anon, authenticated;
      GRANT SELECT, INSERT, UPDATE, DELETE ON riddles, chats, scores TO anon, authenticated;
      GRANT ALL ON riddles, chats, scores TO service_role;
      -- Identity columns need no right to their sequences, which tell how much others have written.
      REVOKE ALL ON SEQUENCE riddles_id_seq, chats_id_seq FROM anon, authenticated;
      """)
}
