import Edge

/// The functions of Leftova: usage limits, recipes and subscriptions.
public let leftova = App(
  functions: [
    performAction, usageStats, saveRecipe, unsaveRecipe, savedRecipes, searchRecipes, startTrial, subscriptionStatus,
    canUseAdvancedSearch, subscriptionWebhook,
  ],
  procedures: [
    performActionProcedure, usageStats.readOnly(), saveRecipeProcedure, unsaveRecipeProcedure,
    savedRecipes.readOnly(), searchRecipesProcedure, startTrial, subscriptionStatus.readOnly(),
    canUseAdvancedSearchProcedure.readOnly(),
  ])
