import Edge

extension Migration {
  /// Shvil's hunts: on SQLite their tables, on Postgres their participants and the rules for clients that write the
  /// tables themselves.
  static let shvilHunts = Migration(
    version: 12, name: "shvil_hunts",
    sqlite: """
      CREATE TABLE scavenger_hunts (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
        description TEXT CHECK (length(description) <= 2000),
        created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        group_id TEXT REFERENCES social_groups (id) ON DELETE CASCADE,
        status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'completed')),
        start_time TEXT CHECK (start_time GLOB '20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:*'),
        end_time TEXT CHECK (end_time GLOB '20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:*'),
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        CHECK (end_time >= start_time)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX hunts_of_creator ON scavenger_hunts (created_by, status);
      CREATE INDEX hunts_of_group ON scavenger_hunts (group_id);
      CREATE INDEX hunts_starting ON scavenger_hunts (start_time) WHERE status = 'draft';
      CREATE INDEX hunts_ending ON scavenger_hunts (end_time) WHERE status = 'active';
      CREATE TRIGGER hunt_begins_as_draft BEFORE INSERT ON scavenger_hunts WHEN NEW.status <> 'draft'
      BEGIN SELECT RAISE(ABORT, 'scavenger_hunts: a hunt begins as a draft'); END;
      CREATE TRIGGER hunt_goes_forward BEFORE UPDATE OF status ON scavenger_hunts
      WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('draft', 'active'), ('active', 'completed'))
      BEGIN SELECT RAISE(ABORT, 'scavenger_hunts: a hunt goes from draft to active to completed'); END;

      CREATE TABLE hunt_participants (
        hunt_id TEXT NOT NULL REFERENCES scavenger_hunts (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        joined_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        PRIMARY KEY (hunt_id, user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX hunts_of_participant ON hunt_participants (user_id);

      CREATE TABLE hunt_checkpoints (
        id TEXT PRIMARY KEY,
        hunt_id TEXT NOT NULL REFERENCES scavenger_hunts (id) ON DELETE CASCADE,
        title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
        description TEXT CHECK (length(description) <= 2000),
        location TEXT CHECK (location IS NULL OR json_valid(location)),
        photo_required INTEGER NOT NULL DEFAULT 0 CHECK (photo_required IN (0, 1)),
        points INTEGER NOT NULL DEFAULT 10 CHECK (points BETWEEN 0 AND 1000),
        order_index INTEGER NOT NULL CHECK (order_index >= 0),
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        UNIQUE (hunt_id, order_index)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE checkpoint_submissions (
        id TEXT PRIMARY KEY,
        checkpoint_id TEXT NOT NULL REFERENCES hunt_checkpoints (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        photo_url TEXT,
        submitted_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        verified INTEGER NOT NULL DEFAULT 0 CHECK (verified IN (0, 1)),
        reviewed_at TEXT,
        UNIQUE (checkpoint_id, user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX submissions_of_user ON checkpoint_submissions (user_id);
      """,
    postgres: PostgresSchema.shvilHunts + "\n" + PostgresSchema.shvilHuntPolicies)
}
