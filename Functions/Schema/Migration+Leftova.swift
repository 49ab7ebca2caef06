import Edge

extension Migration {
  /// Leftova's subscriptions, saved recipes and daily counters.
  ///
  /// The app has its recipes from elsewhere, so a saved recipe is an id. A counter belongs to a user and a UTC day.
  static let leftova = Migration(
    version: 3, name: "leftova",
    sqlite: """
      CREATE TABLE user_subscriptions (
        user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        tier TEXT NOT NULL DEFAULT 'free' CHECK (tier IN ('free', 'premium')),
        premium_until TEXT CHECK (premium_until GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:*'),
        trial_started_at TEXT CHECK (trial_started_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:*')
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE saved_recipes (
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        recipe_id TEXT NOT NULL,
        saved_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        PRIMARY KEY (user_id, recipe_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX saved_recipes_by_time ON saved_recipes (user_id, saved_at);

      CREATE TABLE usage_counters (
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
        searches INTEGER NOT NULL DEFAULT 0 CHECK (searches >= 0),
        multi_ingredient_searches INTEGER NOT NULL DEFAULT 0 CHECK (multi_ingredient_searches >= 0),
        PRIMARY KEY (user_id, day)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_counters_by_day ON usage_counters (day);
      """,
    postgres: """
      CREATE TABLE user_subscriptions (
        user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        tier text NOT NULL DEFAULT 'free' CHECK (tier IN ('free', 'premium')),
        premium_until timestamptz,
        trial_started_at timestamptz
      );

      CREATE TABLE saved_recipes (
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        recipe_id uuid NOT NULL,
        saved_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, recipe_id)
      );
      CREATE INDEX saved_recipes_by_time ON saved_recipes (user_id, saved_at);

      CREATE TABLE usage_counters (
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        day date NOT NULL,
        searches integer NOT NULL DEFAULT 0 CHECK (searches >= 0),
        multi_ingredient_searches integer NOT NULL DEFAULT 0 CHECK (multi_ingredient_searches >= 0),
        PRIMARY KEY (user_id, day)
      );
      CREATE INDEX usage_counters_by_day ON usage_counters (day);

      -- Who could write here could give themselves what is sold: a tier, a slot, a search. So users see their own and
      -- may give a slot back; save_recipe and perform_action do the rest. usage_stats sums the counters up: no app reads
      -- them.
      ALTER TABLE user_subscriptions ENABLE ROW LEVEL SECURITY;
      ALTER TABLE saved_recipes ENABLE ROW LEVEL SECURITY;
      ALTER TABLE usage_counters ENABLE ROW LEVEL SECURITY;
      CREATE POLICY "Users can view own subscription" ON user_subscriptions FOR SELECT TO authenticated
        USING ((SELECT auth.uid()) = user_id);
      CREATE POLICY "Users can view own recipes" ON saved_recipes FOR SELECT TO authenticated
        USING ((SELECT auth.uid()) = user_id);
      CREATE POLICY "Users can remove own recipes" ON saved_recipes FOR DELETE TO authenticated
        USING ((SELECT auth.uid()) = user_id);

      REVOKE ALL ON user_subscriptions, saved_recipes, usage_counters FROM anon, authenticated;
      GRANT SELECT, INSERT, UPDATE, DELETE ON user_subscriptions, saved_recipes TO anon, authenticated;
      GRANT ALL ON user_subscriptions, saved_recipes, usage_counters TO service_role;
      """)
}
