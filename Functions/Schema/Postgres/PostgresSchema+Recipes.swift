extension PostgresSchema {
  /// Text in lower case and without the accents of Latin-1. The columns of ``recipeWords`` replace those with this text.
  private static func folded(_ text: String) -> String {
    "translate(lower(\(text)), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')"
  }

  private static func words(of text: String, weight: Character) -> String {
    "setweight(to_tsvector('english', \(folded(text))), '\(weight)')"
  }

  /// Leftova's recipes. The app's document has the model's fields, and no tables.
  static let recipes = """
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
    """
}
