import Edge

extension Migration {
  /// Recipes are found without the accents of all Latin letters, on Postgres too.
  ///
  /// The expression of a generated column cannot change, so the columns are made anew. SQLite's tokenizer removes the
  /// accents.
  static let recipeWords = Migration(
    version: 28, name: "recipe_words",
    sqlite: "",
    postgres: """
      ALTER TABLE recipes DROP COLUMN words;
      ALTER TABLE recipes ADD COLUMN words tsvector GENERATED ALWAYS AS (
        \(words(of: "title", weight: "A"))
        || \(words(of: "jsonb_path_query_array(ingredients, '$[*].name')::text", weight: "B"))
        || \(words(of: "coalesce(cuisine, '')", weight: "C"))
        || \(words(of: "coalesce(description, '')", weight: "D"))) STORED;
      CREATE INDEX recipes_by_words ON recipes USING gin (words);

      ALTER TABLE recipe_ingredients DROP COLUMN words;
      ALTER TABLE recipe_ingredients
        ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('english', \(folded("ingredient")))) STORED;
      CREATE INDEX recipe_ingredients_by_words ON recipe_ingredients USING gin (words);
      """)

  /// Text in lower case and without the accents of Latin letters, as `SearchWords` has it.
  private static func folded(_ text: String) -> String {
    #"lower(normalize(regexp_replace(normalize(\#(text), NFD), '([A-Za-z])[\u0300-\u036F]+', '\1', 'g'), NFC))"#
  }

  private static func words(of text: String, weight: Character) -> String {
    "setweight(to_tsvector('english', \(folded(text))), '\(weight)')"
  }
}
