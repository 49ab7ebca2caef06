import Edge

extension Transaction {
  /// Inserts the missing recipes.
  func seedRecipes() async throws {
    // A statement per group: SQLite keeps its text, and Postgres its plan.
    for group in RecipeFamily.all.map(\.recipes) {
      let rows = try group.map { try $0.row }
      try await execute(
        """
        INSERT INTO recipes (id, title, description, servings, prep_time, cook_time, difficulty, cuisine, ingredients,
          instructions)
        VALUES \(rows.joined()) ON CONFLICT (id) DO NOTHING
        """)
    }
  }
}

extension RecipeFamily {
  /// All seeded recipes.
  static let all: [RecipeFamily] = [
    smoothSoups, heartyStews, pastas, stirFries, curries, trayBakes, salads, tacos, eggDishes, ricePots, fishDishes,
    burgers, gratins, flatbreads, toasts, breakfasts, cakes, crumbles, dips, braises,
  ]
}
