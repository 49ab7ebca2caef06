/// Recipes that are made in the same way: with the same basic ingredients and steps.
struct RecipeFamily {
  /// A recipe of the family.
  struct Member {
    let title: String
    let cuisine: String
    let prepTime: Int
    let cookTime: Int
    let ingredients: KeyValuePairs<String, String>
    /// What `{a}` stands for in the family's texts.
    let first: String
    /// What `{b}` stands for in the family's texts.
    let second: String

    init(
      _ title: String, _ cuisine: String, _ prepTime: Int, _ cookTime: Int,
      _ ingredients: KeyValuePairs<String, String>, _ first: String, _ second: String
    ) {
      self.title = title
      self.cuisine = cuisine
      self.prepTime = prepTime
      self.cookTime = cookTime
      self.ingredients = ingredients
      self.first = first
      self.second = second
    }
  }

  let recipes: [RecipeSeed]

  /// - Parameters:
  ///   - description: a sentence on each recipe, with `{a}` and `{b}`.
  ///   - ingredients: the ingredients of all recipes, after each one's own.
  ///   - steps: the steps, with `{a}` and `{b}`.
  init(
    _ description: String, _ difficulty: RecipeSeed.Difficulty, serves servings: Int,
    _ ingredients: KeyValuePairs<String, String>, _ steps: [String], _ members: [Member]
  ) {
    recipes = members.map { member in
      func filled(_ text: String) -> String {
        text.replacing("{a}", with: member.first).replacing("{b}", with: member.second)
      }
      return RecipeSeed(
        title: member.title, description: filled(description), cuisine: member.cuisine, difficulty: difficulty,
        servings: servings, prepTime: member.prepTime, cookTime: member.cookTime,
        ingredients: (member.ingredients.map { $0 } + ingredients.map { $0 }).map {
          Recipe.Ingredient(name: $0.key, amount: $0.value)
        },
        steps: steps.map(filled))
    }
  }
}
