import Edge

/// An action that has a limit, by its name in the app.
enum UserAction: String, CaseIterable {
  case search
  case saveRecipe = "save_recipe"
  case ingredientSearch = "ingredient_search"
  case multiIngredientSearch = "multi_ingredient_search"

  /// The action of a name.
  init(named name: String) throws(FunctionError) {
    guard let action = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .validation("action must be one of: \(names)")
    }
    self = action
  }
}
