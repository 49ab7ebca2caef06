import Swiftlet

extension Migration {
  /// The users' profiles.
  static let profiles = Migration(
    version: 1, name: "profiles",
    sqlite: """
      CREATE TABLE profiles (user_id TEXT PRIMARY KEY, name TEXT NOT NULL, mail TEXT NOT NULL) STRICT, WITHOUT ROWID;
      """,
    postgres: """
      CREATE TABLE profiles (user_id UUID PRIMARY KEY, name TEXT NOT NULL, mail TEXT NOT NULL);
      ALTER TABLE profiles ENABLE ROW LEVEL SECURITY;
      """)
}
