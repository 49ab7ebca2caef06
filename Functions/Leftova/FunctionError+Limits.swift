import Edge

/// The refusals of a free user's limits, with the app's own sentences; the codes are the names of its errors.
extension FunctionError {
  static let searchLimitReached = FunctionError(
    status: .forbidden, code: "SEARCH_LIMIT_REACHED",
    message: "You've reached your daily search limit. Upgrade to Premium for unlimited searches.")

  static let saveLimitReached = FunctionError(
    status: .forbidden, code: "SAVE_LIMIT_REACHED",
    message: "You've reached your saved recipe limit. Upgrade to Premium for unlimited saves.")

  static let multiIngredientNotAllowed = FunctionError(
    status: .forbidden, code: "MULTI_INGREDIENT_NOT_ALLOWED",
    message: "Multi-ingredient search is a Premium feature.")
}
