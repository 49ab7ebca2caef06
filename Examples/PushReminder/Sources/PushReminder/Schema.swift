import Swiftlet

extension Migration {
  /// Reminders, with the device that each goes to.
  static let reminders = Migration(
    version: 1, name: "reminders",
    sqlite: """
      CREATE TABLE reminders (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        text TEXT NOT NULL,
        device TEXT,
        outcome TEXT NOT NULL DEFAULT 'waiting'
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: """
      CREATE TABLE reminders (
        id UUID PRIMARY KEY,
        user_id UUID NOT NULL,
        text TEXT NOT NULL,
        device TEXT,
        outcome TEXT NOT NULL DEFAULT 'waiting'
      );
      ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
      """)
}
