import Edge

extension Migration {
  /// Recipes are found without the accents of all Latin letters, on Postgres too.
  ///
  /// SQLite's tokenizer removes them.
  static let recipeWords = Migration(
    version: 28, name: "recipe_words", sqlite: "", postgres: PostgresSchema.recipeWords)
}
