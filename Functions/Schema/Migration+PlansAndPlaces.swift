import Edge

extension Migration {
  /// Shvil's plans and saved places, and their bounds. `route_data` is of the app's model of a plan.
  static let plansAndPlaces = Migration(
    version: 14, name: "plans_and_places",
    sqlite: """
      CREATE TABLE adventure_plans (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
        description TEXT CHECK (length(description) <= 2000),
        stops TEXT CHECK (stops IS NULL
          OR json_valid(stops) AND json_type(stops) = 'array' AND length(CAST(stops AS BLOB)) <= 16384),
        route_data TEXT CHECK (route_data IS NULL
          OR json_valid(route_data) AND json_type(route_data) = 'object' AND length(CAST(route_data AS BLOB)) <= 16384),
        status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'completed', 'cancelled')),
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX adventure_plans_of_user ON adventure_plans (user_id, created_at);

      CREATE TABLE saved_places (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
        address TEXT CHECK (length(address) <= 500),
        latitude REAL CHECK (latitude BETWEEN -90 AND 90),
        longitude REAL CHECK (longitude BETWEEN -180 AND 180),
        category TEXT CHECK (length(category) <= 64),
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX saved_places_of_user ON saved_places (user_id, created_at);
      """,
    postgres: PostgresSchema.plansAndPlaces)
}
