import Swiftlet

extension Migration {
  /// Completed tasks, and each user's digest of a day.
  static let digests = Migration(
    version: 1, name: "digests",
    sqlite: """
      CREATE TABLE completed_tasks (
        id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL
      ) STRICT;
      CREATE INDEX completed_tasks_of_day ON completed_tasks (day, user_id);
      CREATE TABLE digests (
        user_id TEXT NOT NULL, day TEXT NOT NULL, tasks INTEGER NOT NULL, PRIMARY KEY (user_id, day)
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: """
      CREATE TABLE completed_tasks (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id UUID NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL
      );
      CREATE INDEX completed_tasks_of_day ON completed_tasks (day, user_id);
      CREATE TABLE digests (
        user_id UUID NOT NULL, day TEXT NOT NULL, tasks BIGINT NOT NULL, PRIMARY KEY (user_id, day)
      );
      ALTER TABLE completed_tasks ENABLE ROW LEVEL SECURITY;
      ALTER TABLE digests ENABLE ROW LEVEL SECURITY;
      """)
}
