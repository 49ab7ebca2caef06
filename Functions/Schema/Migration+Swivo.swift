import Edge

extension Migration {
  /// The users of all apps, and Swivo's sessions.
  ///
  /// A like refers to an option and a participant of its session, so the database refuses any other like.
  static let swivo = Migration(
    version: 1, name: "swivo",
    sqlite: """
      CREATE TABLE users (
        id TEXT PRIMARY KEY,
        email TEXT UNIQUE,
        username TEXT UNIQUE,
        display_name TEXT,
        avatar_url TEXT,
        apns_token TEXT,
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE categories (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        icon_url TEXT,
        sort_order INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE options (
        id TEXT PRIMARY KEY,
        category_id TEXT NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
        label TEXT NOT NULL,
        image_url TEXT,
        sort_order INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX options_of_category ON options (category_id, sort_order);

      CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        category_id TEXT NOT NULL REFERENCES categories (id),
        created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        invite_code TEXT NOT NULL UNIQUE,
        quorum_n INTEGER NOT NULL DEFAULT 2 CHECK (quorum_n BETWEEN 1 AND 100),
        status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'matched', 'closed')),
        matched_option_id TEXT REFERENCES options (id),
        matched_at TEXT,
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        CHECK ((status = 'matched') = (matched_option_id IS NOT NULL)),
        CHECK ((status = 'matched') = (matched_at IS NOT NULL))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE session_participants (
        session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        joined_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        PRIMARY KEY (session_id, user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sessions_of_user ON session_participants (user_id);

      CREATE TABLE session_options (
        session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        option_id TEXT NOT NULL REFERENCES options (id) ON DELETE CASCADE,
        order_index INTEGER NOT NULL CHECK (order_index >= 0),
        PRIMARY KEY (session_id, option_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE likes (
        id TEXT PRIMARY KEY,
        session_id TEXT NOT NULL,
        option_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        match_found INTEGER NOT NULL CHECK (match_found IN (0, 1)),
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        UNIQUE (session_id, option_id, user_id),
        FOREIGN KEY (session_id, option_id) REFERENCES session_options (session_id, option_id) ON DELETE CASCADE,
        FOREIGN KEY (session_id, user_id) REFERENCES session_participants (session_id, user_id) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: PostgresSchema.users + "\n" + PostgresSchema.swivo)
}
