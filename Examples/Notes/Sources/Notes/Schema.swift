import Swiftlet

extension Migration {
  /// Notes by user. A shipped migration never changes: a later change is a migration of its own.
  static let notes = Migration(
    version: 1, name: "notes",
    sqlite: """
      CREATE TABLE notes (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX notes_of_user ON notes (user_id, created_at);
      """,
    postgres: """
      CREATE TABLE notes (
        id UUID PRIMARY KEY,
        user_id UUID NOT NULL,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
        created_at TIMESTAMPTZ NOT NULL
      );
      CREATE INDEX notes_of_user ON notes (user_id, created_at);
      -- Supabase shows the tables in `public` to every client: without a policy none sees these rows.
      ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
      """)
}
