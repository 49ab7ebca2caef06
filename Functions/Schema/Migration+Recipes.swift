import Edge

extension Migration {
  /// Leftova's recipes, and the indexes of their words.
  ///
  /// A recipe's ingredients are a JSON array of `{"name", "amount"}`. Triggers derive from it a row for each
  /// ingredient, and on SQLite the full-text tables: Postgres has its own type for words. A row's number in those
  /// tables stands in `recipe_numbers`, since SQLite may renumber the rows of a table that has no number of its own.
  static let recipes = Migration(
    version: 15, name: "recipes",
    sqlite: """
      CREATE TABLE recipes (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        description TEXT,
        source_url TEXT,
        source_name TEXT,
        image_url TEXT,
        servings INTEGER CHECK (servings > 0),
        prep_time INTEGER CHECK (prep_time >= 0),
        cook_time INTEGER CHECK (cook_time >= 0),
        difficulty TEXT CHECK (difficulty IN ('Easy', 'Medium', 'Hard')),
        cuisine TEXT,
        nutrition TEXT CHECK (nutrition IS NULL OR json_valid(nutrition)),
        ingredients TEXT NOT NULL DEFAULT '[]' CHECK (
          json_valid(ingredients) AND json_type(ingredients) = 'array' AND json_array_length(ingredients) <= 100),
        instructions TEXT NOT NULL DEFAULT '[]' CHECK (
          json_valid(instructions) AND json_type(instructions) = 'array'),
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE recipe_ingredients (
        recipe_id TEXT NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        ingredient TEXT NOT NULL,
        amount TEXT,
        PRIMARY KEY (recipe_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE recipe_numbers (
        number INTEGER PRIMARY KEY,
        recipe_id TEXT NOT NULL UNIQUE REFERENCES recipes (id) ON DELETE CASCADE
      ) STRICT;
      CREATE VIRTUAL TABLE recipe_words USING fts5 (
        title, ingredients, cuisine, description, tokenize = 'porter unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE ingredient_words USING fts5 (
        ingredient, tokenize = 'porter unicode61 remove_diacritics 2');

      CREATE TRIGGER index_new_recipe AFTER INSERT ON recipes BEGIN
        INSERT INTO recipe_numbers (recipe_id) VALUES (NEW.id);
        \(indexing)
      END;
      CREATE TRIGGER index_changed_recipe AFTER UPDATE OF title, description, cuisine, ingredients ON recipes BEGIN
        \(removing)
        DELETE FROM recipe_ingredients WHERE recipe_id = OLD.id;
        \(indexing)
      END;
      CREATE TRIGGER remove_deleted_recipe BEFORE DELETE ON recipes BEGIN
        \(removing)
      END;
      """,
    postgres: """
      CREATE TABLE recipes (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        title text NOT NULL,
        description text,
        source_url text,
        source_name text,
        image_url text,
        servings integer CHECK (servings > 0),
        prep_time integer CHECK (prep_time >= 0),
        cook_time integer CHECK (cook_time >= 0),
        difficulty text CHECK (difficulty IN ('Easy', 'Medium', 'Hard')),
        cuisine text,
        nutrition jsonb,
        ingredients jsonb NOT NULL DEFAULT '[]' CHECK (
          CASE WHEN jsonb_typeof(ingredients) = 'array' THEN jsonb_array_length(ingredients) <= 100 ELSE false END),
        instructions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(instructions) = 'array'),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        words tsvector GENERATED ALWAYS AS (
          \(words(of: "title", weight: "A"))
          || \(words(of: "jsonb_path_query_array(ingredients, '$[*].name')::text", weight: "B"))
          || \(words(of: "coalesce(cuisine, '')", weight: "C"))
          || \(words(of: "coalesce(description, '')", weight: "D"))) STORED
      );
      CREATE INDEX recipes_by_words ON recipes USING gin (words);

      CREATE TABLE recipe_ingredients (
        recipe_id uuid NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
        position integer NOT NULL,
        ingredient text NOT NULL,
        amount text,
        words tsvector GENERATED ALWAYS AS (to_tsvector('english', \(folded("ingredient")))) STORED,
        PRIMARY KEY (recipe_id, position)
      );
      CREATE INDEX recipe_ingredients_by_words ON recipe_ingredients USING gin (words);

      CREATE FUNCTION apps.index_recipe() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN DELETE FROM public.recipe_ingredients i WHERE i.recipe_id = NEW.id; END IF;
        INSERT INTO public.recipe_ingredients (recipe_id, position, ingredient, amount)
        SELECT NEW.id, e.position - 1, e.value ->> 'name', e.value ->> 'amount'
        FROM jsonb_array_elements(NEW.ingredients) WITH ORDINALITY AS e (value, position);
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION apps.index_recipe() FROM PUBLIC;
      CREATE TRIGGER index_recipe AFTER INSERT OR UPDATE OF ingredients ON recipes
        FOR EACH ROW EXECUTE FUNCTION apps.index_recipe();

      -- A search is counted, so tables that any user could read would be searches without a limit: users read the recipes
      -- that they have saved, and find others by search_recipes.
      ALTER TABLE recipes ENABLE ROW LEVEL SECURITY;
      ALTER TABLE recipe_ingredients ENABLE ROW LEVEL SECURITY;
      CREATE POLICY "Users can view saved recipes" ON recipes FOR SELECT TO authenticated
        USING (id IN (SELECT s.recipe_id FROM saved_recipes s WHERE s.user_id = (SELECT auth.uid())));
      CREATE POLICY "Users can view ingredients of saved recipes" ON recipe_ingredients FOR SELECT TO authenticated
        USING (recipe_id IN (SELECT s.recipe_id FROM saved_recipes s WHERE s.user_id = (SELECT auth.uid())));

      REVOKE ALL ON recipes, recipe_ingredients FROM anon, authenticated;
      GRANT SELECT ON recipes, recipe_ingredients TO authenticated;
      GRANT ALL ON recipes, recipe_ingredients TO service_role;
      """)

  /// The tables that ``recipes`` makes on SQLite alone: the full-text tables, with the tables behind them.
  static let fullTextTables = Set(
    ["recipe_words", "ingredient_words"].flatMap { name in
      [name] + ["data", "idx", "content", "docsize", "config"].map { "\(name)_\($0)" }
    } + ["recipe_numbers"])

  /// Adds the new recipe's ingredients and words. An ingredient's number is its recipe's and its position.
  private static let indexing = """
    INSERT INTO recipe_ingredients (recipe_id, position, ingredient, amount)
        SELECT NEW.id, key, json_extract(value, '$.name'), json_extract(value, '$.amount')
        FROM json_each(NEW.ingredients);
        INSERT INTO recipe_words (rowid, title, ingredients, cuisine, description)
        SELECT number, NEW.title,
          (SELECT group_concat(ingredient, ', ') FROM recipe_ingredients WHERE recipe_id = NEW.id), NEW.cuisine,
          NEW.description
        FROM recipe_numbers WHERE recipe_id = NEW.id;
        INSERT INTO ingredient_words (rowid, ingredient)
        SELECT n.number * 1000 + i.position, i.ingredient
        FROM recipe_numbers n JOIN recipe_ingredients i ON i.recipe_id = n.recipe_id WHERE n.recipe_id = NEW.id;
    """

  /// Removes the old recipe's words.
  private static let removing = """
    DELETE FROM ingredient_words
        WHERE rowid >= (SELECT number * 1000 FROM recipe_numbers WHERE recipe_id = OLD.id)
          AND rowid < (SELECT number * 1000 + 1000 FROM recipe_numbers WHERE recipe_id = OLD.id);
        DELETE FROM recipe_words WHERE rowid = (SELECT number FROM recipe_numbers WHERE recipe_id = OLD.id);
    """

  /// Text in lower case and without the accents of Latin-1. The columns of ``recipeWords`` replace those with this text.
  private static func folded(_ text: String) -> String {
    "translate(lower(\(text)), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')"
  }

  private static func words(of text: String, weight: Character) -> String {
    "setweight(to_tsvector('english', \(folded(text))), '\(weight)')"
  }
}
