import Edge

/// A search for recipes: for words, or for ingredients.
enum RecipeSearch {
  case text(SearchWords)
  /// At least one ingredient, each once.
  case ingredients([SearchWords])

  /// The most recipes of an answer.
  static let resultLimit = 10
  /// The most ingredients of a search.
  static let ingredientLimit = 20
  /// The most characters of an ingredient, as Unicode scalars: a visible character can have any number of them.
  static let ingredientLength = 60
  /// The most characters of a text, as Unicode scalars.
  static let textLength = 200

  /// - Parameters:
  ///   - ingredients: the ingredients, if the search is for them.
  ///   - query: the text, if the search is for words.
  /// - Throws: 400 unless exactly one of them is given and can be searched for.
  init(ingredients: [String]?, query: String?) throws(FunctionError) {
    switch (ingredients, query) {
    case (let ingredients?, nil): self = try Self.search(for: ingredients)
    case (nil, let query?):
      guard query.unicodeScalars.count <= Self.textLength, let words = SearchWords(query) else {
        throw .validation(
          """
          query must have 1 to \(SearchWords.maximumCount) words in \(Self.textLength) characters, of which one is no \
          common word such as "the"
          """)
      }
      self = .text(words)
    default: throw .validation("Either ingredients or query must be given")
    }
  }

  private static func search(for ingredients: [String]) throws(FunctionError) -> RecipeSearch {
    guard (1...ingredientLimit).contains(ingredients.count) else {
      throw .validation("ingredients must have 1 to \(ingredientLimit) elements")
    }
    var list: [SearchWords] = []
    for ingredient in ingredients {
      guard ingredient.unicodeScalars.count <= ingredientLength, let words = SearchWords(ingredient) else {
        throw .validation(
          """
          An ingredient must have 1 to \(ingredientLength) characters, and not only common words such as "the"
          """)
      }
      if !list.contains(words) { list.append(words) }
    }
    return .ingredients(list)
  }

  /// The action by which the search is limited and counted.
  var action: UserAction {
    switch self {
    case .text: .search
    case .ingredients(let list): list.count > 1 ? .multiIngredientSearch : .ingredientSearch
    }
  }
}
