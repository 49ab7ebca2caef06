public import Edge

/// The functions of the apps, at `/functions/v1/<name>`.
public let functions: [any Endpoint] = [
  riddleToday,
  createSession, joinSession, likeOption, closeSession, updateAPNsToken,
  notifyMatch, deliverMatch, matchDeliveries,
  categories, openSessions, sessionOptions, session, setUsername,
  performAction, usageStats, saveRecipe, unsaveRecipe, savedRecipes,
  shareETA, etaShares,
]

/// The database functions of the apps, at `/rest/v1/rpc/<name>`, with the `p_` parameters of their documents.
public let procedures: [any Endpoint] = [
  createSessionProcedure, joinSessionProcedure, likeOptionProcedure, closeSessionProcedure, updateAPNsTokenProcedure,
  categories.readOnly(), openSessions.readOnly(), sessionOptionsProcedure.readOnly(), session.readOnly(),
  setUsernameProcedure,
  performActionProcedure, usageStats.readOnly(), saveRecipeProcedure, unsaveRecipeProcedure, savedRecipes.readOnly(),
  shareETAProcedure, etaShares.readOnly(),
]

/// The requests to tables, at `/rest/v1`, that functions of the apps answer.
public let routes: [TableRoute] = []

/// The tables of the apps, which share one database and its `users`.
public let migrations = MigrationSet(
  name: "apps",
  [
    .swivo, .enigmate, .leftova, .shvil, .push, .shareLimits, .inviteLimits, .shareHistory, .swivoNames,
  ],
  tablesOnSQLiteAlone: ["eta_share_recipients"])

/// Inserts the rows that a first call needs: Swivo's categories with their options, and a riddle for every day of ten
/// years.
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
    try await transaction.seedRiddles(from: today, database.engine.dialect)
  }
}
