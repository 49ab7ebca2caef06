package import Database

extension MigrationSet {
  /// The tables of sign-in: users, sessions, and sessions that have ended while their access tokens are still valid.
  package static let auth = MigrationSet(
    name: "swiftlet_auth",
    [
      Migration(
        version: 1, name: "users",
        sqlite: """
          CREATE TABLE swiftlet_auth_users (
            id TEXT PRIMARY KEY,
            email TEXT UNIQUE CHECK (email = lower(email)),
            password TEXT,
            app_metadata TEXT NOT NULL,
            user_metadata TEXT NOT NULL,
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL,
            confirmed_at TEXT,
            last_sign_in_at TEXT
          ) STRICT;
          CREATE INDEX swiftlet_auth_users_created ON swiftlet_auth_users (created_at, id);

          CREATE TABLE swiftlet_auth_sessions (
            id TEXT PRIMARY KEY,
            user_id TEXT NOT NULL REFERENCES swiftlet_auth_users (id),
            method TEXT NOT NULL,
            turn INTEGER NOT NULL,
            created_at TEXT NOT NULL,
            refreshed_at TEXT
          ) STRICT;
          CREATE INDEX swiftlet_auth_sessions_of_user ON swiftlet_auth_sessions (user_id);

          CREATE TABLE swiftlet_auth_ended_sessions (
            id TEXT PRIMARY KEY,
            until TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX swiftlet_auth_ended_sessions_until ON swiftlet_auth_ended_sessions (until);
          """,
        postgres: """
          CREATE TABLE swiftlet.auth_users (
            id UUID PRIMARY KEY,
            email TEXT UNIQUE CHECK (email = lower(email)),
            password TEXT,
            app_metadata TEXT NOT NULL,
            user_metadata TEXT NOT NULL,
            created_at TIMESTAMPTZ NOT NULL,
            updated_at TIMESTAMPTZ NOT NULL,
            confirmed_at TIMESTAMPTZ,
            last_sign_in_at TIMESTAMPTZ
          );
          CREATE INDEX auth_users_created ON swiftlet.auth_users (created_at, id);

          CREATE TABLE swiftlet.auth_sessions (
            id UUID PRIMARY KEY,
            user_id UUID NOT NULL REFERENCES swiftlet.auth_users (id),
            method TEXT NOT NULL,
            turn BIGINT NOT NULL,
            created_at TIMESTAMPTZ NOT NULL,
            refreshed_at TIMESTAMPTZ
          );
          CREATE INDEX auth_sessions_of_user ON swiftlet.auth_sessions (user_id);

          CREATE TABLE swiftlet.auth_ended_sessions (
            id UUID PRIMARY KEY,
            until TIMESTAMPTZ NOT NULL
          );
          CREATE INDEX auth_ended_sessions_until ON swiftlet.auth_ended_sessions (until);
          """),
      Migration(
        version: 2, name: "ages of sessions",
        sqlite: """
          CREATE INDEX swiftlet_auth_sessions_age ON swiftlet_auth_sessions (coalesce(refreshed_at, created_at));
          """,
        postgres: """
          CREATE INDEX auth_sessions_age ON swiftlet.auth_sessions ((coalesce(refreshed_at, created_at)));
          """),
    ])
}
