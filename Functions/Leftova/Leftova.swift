import Edge

/// The functions of Leftova: usage limits, recipes and subscriptions.
public let leftova = App(
  functions: [
    performAction, usageStats, saveRecipe, unsaveRecipe, savedRecipes, searchRecipes, startTrial, subscriptionStatus,
    canUseAdvancedSearch, subscriptionWebhook,
  ],
  procedures: [
    performActionProcedure, usageStats, saveRecipeProcedure, unsaveRecipeProcedure, savedRecipes,
    searchRecipesProcedure, startTrial, subscriptionStatus, canUseAdvancedSearchProcedure,
  ])
