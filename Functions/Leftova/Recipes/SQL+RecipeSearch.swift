import Edge

extension SQL {
  /// Selects the recipes that a search finds, the best first.
  ///
  /// For words: by the engine's own rank. For ingredients: the recipes with the most of them, and among these the ones
  /// that need the fewest others.
  static func recipes(for search: RecipeSearch, _ dialect: SQLDialect) -> SQL {
    switch search {
    case .text(let words): recipes(with: words, dialect)
    case .ingredients(let list):
      """
      SELECT \(Recipe.columns(dialect)), found.matches AS match_count
      FROM (
        SELECT recipe_id, count(*) AS matches FROM (\(list.hits(dialect))) AS hits GROUP BY recipe_id
      ) AS found
      JOIN recipes r ON r.id = found.recipe_id
      ORDER BY found.matches DESC, \(dialect.length(ofList: "r.ingredients")), r.title, r.id
      LIMIT \(RecipeSearch.resultLimit)
      """
    }
  }

  private static func recipes(with words: SearchWords, _ dialect: SQLDialect) -> SQL {
    switch dialect {
    case .sqlite:
      """
      SELECT \(Recipe.columns(dialect)), NULL AS match_count
      FROM recipe_words
      JOIN recipe_numbers n ON n.number = recipe_words.rowid
      JOIN recipes r ON r.id = n.recipe_id
      WHERE recipe_words MATCH \(words.quoted)
      ORDER BY bm25(recipe_words, 10.0, 4.0, 2.0, 1.0), r.title, r.id LIMIT \(RecipeSearch.resultLimit)
      """
    case .postgres:
      """
      SELECT \(Recipe.columns(dialect)), CAST(NULL AS integer) AS match_count
      FROM recipes r
      WHERE r.words @@ plainto_tsquery('english', \(words.plain))
      ORDER BY ts_rank(r.words, plainto_tsquery('english', \(words.plain))) DESC, r.title, r.id
      LIMIT \(RecipeSearch.resultLimit)
      """
    }
  }
}

extension [SearchWords] {
  /// Selects a recipe's id once for each of these ingredients that it has: all words within one of its ingredients.
  fileprivate func hits(_ dialect: SQLDialect) -> SQL {
    map { words -> SQL in
      switch dialect {
      case .sqlite:
        """
        SELECT DISTINCT n.recipe_id FROM ingredient_words
        JOIN recipe_numbers n ON n.number = ingredient_words.rowid / 1000
        WHERE ingredient_words MATCH \(words.quoted)
        """
      case .postgres:
        """
        SELECT DISTINCT i.recipe_id FROM recipe_ingredients i
        WHERE i.words @@ plainto_tsquery('english', \(words.plain))
        """
      }
    }
    .joined(by: " UNION ALL ")
  }
}

extension SQLDialect {
  /// The number of a JSON array's elements.
  fileprivate func length(ofList column: StaticString) -> SQL {
    switch self {
    case .sqlite: "json_array_length(\(raw: column))"
    case .postgres: "jsonb_array_length(\(raw: column))"
    }
  }
}
