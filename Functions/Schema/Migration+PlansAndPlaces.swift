import Edge

extension Migration {
  /// Shvil's plans and saved places, and their bounds. `route_data` is of the app's model of a plan.
  ///
  /// On Postgres migration 4 made the tables.
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
    postgres: """
      ALTER TABLE adventure_plans ADD COLUMN IF NOT EXISTS route_data jsonb;
      -- NOT VALID: rows that are there may break a rule.
      \(adding(planRules, to: "adventure_plans"))
      \(adding(placeRules, to: "saved_places"))
      CREATE INDEX adventure_plans_of_user ON adventure_plans (user_id, created_at);
      CREATE INDEX saved_places_of_user ON saved_places (user_id, created_at);

      -- create_adventure_plan and save_place count by themselves. This holds users to the same numbers who insert by
      -- PostgREST. It runs after the policies: a refusal says nothing of another user.
      CREATE FUNCTION apps.limit_plans_and_places() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      DECLARE
        most CONSTANT integer := TG_ARGV[0];
        held bigint;
      BEGIN
        -- One of a user's inserts at a time.
        PERFORM FROM public.users u WHERE u.id = NEW.user_id FOR NO KEY UPDATE;
        EXECUTE format(
          'SELECT count(*) FROM (SELECT FROM public.%I t WHERE t.user_id = $1 LIMIT $2) AS own', TG_TABLE_NAME)
          INTO held USING NEW.user_id, most + 1;
        IF held > most THEN
          RAISE EXCEPTION 'A user has at most % rows in %', most, TG_TABLE_NAME
            USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_limit', TABLE = TG_TABLE_NAME;
        END IF;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.limit_plans_and_places() FROM PUBLIC;
      CREATE TRIGGER limit_adventure_plans AFTER INSERT ON adventure_plans
        FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.limit_plans_and_places(200);
      CREATE TRIGGER limit_saved_places AFTER INSERT ON saved_places
        FOR EACH ROW WHEN (current_user IN ('anon', 'authenticated')) EXECUTE FUNCTION apps.limit_plans_and_places(1000);
      """)

  /// The bounds of plans and places. The numbers are those of the functions.
  private static let planRules = [
    ("title_length", "char_length(title) BETWEEN 1 AND 200"),
    ("description_length", "char_length(description) <= 2000"),
    ("stops_list", bounded("stops", "array")),
    ("route", bounded("route_data", "object")),
    ("status_name", "status IN ('draft', 'active', 'completed', 'cancelled')"),
  ]
  private static let placeRules = [
    ("name_length", "char_length(name) BETWEEN 1 AND 200"),
    ("address_length", "char_length(address) <= 500"),
    ("latitude_range", "latitude BETWEEN -90 AND 90"),
    ("longitude_range", "longitude BETWEEN -180 AND 180"),
    ("category_length", "char_length(category) <= 64"),
  ]

  private static func bounded(_ column: String, _ type: String) -> String {
    """
    CASE WHEN \(column) IS NULL THEN true WHEN jsonb_typeof(\(column)) <> '\(type)' THEN false
      WHEN jsonb_path_exists(\(column), '$.**{64 to last}') THEN false
      ELSE \(JSONBounds.condition(column, upTo: 16384)) END
    """
  }

  private static func adding(_ rules: [(String, String)], to table: String) -> String {
    "ALTER TABLE \(table)\n  "
      + rules.map { "ADD CONSTRAINT \(table)_\($0.0) CHECK (\($0.1)) NOT VALID" }.joined(separator: ",\n  ") + ";"
  }
}
