public import Edge

/// The functions of the apps, at `/functions/v1/<name>`.
public let functions: [any Endpoint] = [
  deleteAccount, eraseAccount,
  riddleToday, riddle, getChat, saveChat, saveScore, bestScore, ownScores,
  createSession, joinSession, likeOption, closeSession, updateAPNsToken,
  notifyMatch, deliverMatch, matchDeliveries,
  categories, openSessions, sessionOptions, session, setUsername,
  performAction, usageStats, saveRecipe, unsaveRecipe, savedRecipes,
  searchRecipes, startTrial, subscriptionStatus, canUseAdvancedSearch, subscriptionWebhook,
  shareETA, etaShares, updateETAShare, deliverETAShare,
  createAdventurePlan, adventurePlans, updateAdventurePlan, deleteAdventurePlan,
  savePlace, savedPlaces, deleteSavedPlace,
  createGroup, joinGroup, socialGroups, socialGroup, groupMembers, leaveGroup, removeGroupMember, updateGroup,
  deleteGroup,
  createHunt, joinHunt, scavengerHunts, scavengerHunt, groupHunts, updateHunt, deleteHunt,
  huntCheckpoints, submitCheckpoint, checkpointSubmissions, verifySubmission, huntLeaderboard,
  healthCheck, healthCheckDetailed, systemMetrics,
]

/// The database functions of the apps, at `/rest/v1/rpc/<name>`, with the `p_` parameters of their documents.
public let procedures: [any Endpoint] = [
  deleteAccount,
  riddleProcedure.readOnly(), getChatProcedure.readOnly(), saveChatProcedure, saveScoreProcedure,
  bestScoreProcedure.readOnly(), ownScores.readOnly(),
  createSessionProcedure, joinSessionProcedure, likeOptionProcedure, closeSessionProcedure, updateAPNsTokenProcedure,
  categories.readOnly(), openSessions.readOnly(), sessionOptionsProcedure.readOnly(), session.readOnly(),
  setUsernameProcedure,
  performActionProcedure, usageStats.readOnly(), saveRecipeProcedure, unsaveRecipeProcedure, savedRecipes.readOnly(),
  searchRecipesProcedure, startTrial, subscriptionStatus.readOnly(), canUseAdvancedSearchProcedure.readOnly(),
  shareETAProcedure, etaShares.readOnly(),
  joinGroup, socialGroups.readOnly(), scavengerHunts.readOnly(), verifySubmissionProcedure,
  huntLeaderboardProcedure.readOnly(),
  healthCheck.readOnly(), healthCheckDetailed.readOnly(), systemMetrics.readOnly(),
]

/// The requests to tables, at `/rest/v1`, that functions of the apps answer.
public let routes: [TableRoute] = [
  .insert("social_groups", createGroup),
  .call("social_groups/join", joinGroup),
  .select("social_groups", socialGroups),
  .select("social_groups", filters: ["id": "group_id"], socialGroup),
  .update("social_groups", filters: ["id": "group_id"], updateGroup),
  .delete("social_groups", filters: ["id": "group_id"], deleteGroup),
  .select("group_members", filters: ["group_id": "group_id"], groupMembers),
  .delete("group_members", filters: ["group_id": "group_id", "user_id": "user_id"], removeGroupMember),
  .insert("scavenger_hunts", createHunt),
  .call("scavenger_hunts/{hunt_id}/join", joinHunt),
  .select("scavenger_hunts", scavengerHunts),
  .select("scavenger_hunts", filters: ["id": "hunt_id"], scavengerHunt),
  .select("scavenger_hunts", filters: ["group_id": "group_id"], groupHunts),
  .update("scavenger_hunts", filters: ["id": "hunt_id"], updateHunt),
  .delete("scavenger_hunts", filters: ["id": "hunt_id"], deleteHunt),
  .select("hunt_checkpoints", filters: ["hunt_id": "hunt_id"], huntCheckpoints),
  .insert("checkpoint_submissions", submitCheckpoint),
  .select("checkpoint_submissions", filters: ["checkpoint_id": "checkpoint_id"], checkpointSubmissions),
  .update("checkpoint_submissions", filters: ["id": "submission_id"], verifySubmission),
  .select("hunt_leaderboard", filters: ["hunt_id": "hunt_id"], huntLeaderboard),
  .insert("eta_shares", shareETA),
  .select("eta_shares", optional: ["is_active": .boolean("is_active")], etaShares),
  .update("eta_shares", filters: ["id": "share_id"], updateETAShare),
  .insert("adventure_plans", createAdventurePlan),
  .select(
    "adventure_plans", optional: ["user_id": "user_id", "id": "plan_id", "status": "status"], adventurePlans),
  .update("adventure_plans", filters: ["id": "plan_id"], updateAdventurePlan),
  .delete("adventure_plans", filters: ["id": "plan_id"], deleteAdventurePlan),
  .insert("saved_places", savePlace),
  .select("saved_places", optional: ["user_id": "user_id", "id": "place_id", "category": "category"], savedPlaces),
  .delete("saved_places", filters: ["id": "place_id"], deleteSavedPlace),
]

/// The tables of the apps, which share one database and its `users`.
public let migrations = MigrationSet(
  name: "apps",
  [
    .swivo, .enigmate, .leftova, .shvil, .push, .shareLimits, .inviteLimits, .shareHistory, .swivoNames,
    .riddleLevels, .shvilGroups, .shvilHunts, .shareEvents, .plansAndPlaces, .recipes, .subscriptions,
    .accountDeletion,
  ],
  tablesOnSQLiteAlone: Migration.fullTextTables.union(["eta_share_recipients"]))

/// Inserts the rows that a first call needs: Swivo's categories with their options, Leftova's recipes, and a riddle for
/// every day of ten years.
///
/// Existing rows stay as they are, so this can run again at any time. On a later day it adds riddles for later days.
///
/// - Parameters:
///   - database: a database with the tables of ``migrations``.
///   - today: the UTC day of the first riddle.
/// - Throws: `DatabaseError`; then no row is stored.
public func seed(_ database: Database, today: CalendarDay) async throws {
  try await database.transaction { transaction in
    try await transaction.seedCategories()
    try await transaction.seedRecipes()
    try await transaction.seedRiddles(from: today, database.engine.dialect)
    try await transaction.seedRiddleHints()
  }
}
