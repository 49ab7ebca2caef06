public import Edge

/// All apps, for a program that serves them within one process.
private let apps = [accounts, enigmate, swivo, leftova, shvil]

/// The functions of the apps, at `/functions/v1/<name>`.
public let functions: [any Endpoint] = apps.flatMap(\.functions)

/// The database functions of the apps, at `/rest/v1/rpc/<name>`.
public let procedures: [any Endpoint] = apps.flatMap(\.procedures)

/// The requests to tables, at `/rest/v1`, that functions of the apps answer.
public let routes: [TableRoute] = apps.flatMap(\.routes)

/// The tables of the apps, which share one database and its `users`.
public let migrations = MigrationSet(
  name: "apps",
  [
    .swivo, .enigmate, .leftova, .shvil, .push, .shareLimits, .inviteLimits, .shareHistory, .swivoNames,
    .riddleLevels, .shvilGroups, .shvilHunts, .shareEvents, .plansAndPlaces, .recipes, .subscriptions,
    .accountDeletion, .storeTransfers, .deletedSubscribers, .huntHeirs, .shareDestinations,
    .savedRecipes, .accountErasure, .userTexts, .joiningHeirs, .shareTimes, .visibleNames, .recipeWords, .rowLimits,
    .groupHunts, .closedSessions, .resumedDeliveries,
  ],
  tablesOnSQLiteAlone: Migration.fullTextTables.union(["eta_share_recipients"]))

/// Inserts the rows that a first call of any app needs.
///
/// Existing rows stay as they are, so this can run again at any time.
///
/// - Parameters:
///   - database: a database with the tables of ``migrations``.
///   - today: the UTC day of the first riddle.
/// - Throws: `DatabaseError`; then no row is stored.
public func seed(_ database: Database, today: CalendarDay) async throws {
  try await database.transaction { transaction in
    try await transaction.seedCategories()
    try await transaction.seedRecipes()
    try await transaction.seedRiddles(from: today, database.dialect)
  }
}

/// Inserts Swivo's categories with their options. Existing rows stay as they are.
///
/// - Throws: `DatabaseError`; then no row is stored.
public func seedSwivo(_ database: Database) async throws {
  try await database.transaction { try await $0.seedCategories() }
}

/// Inserts Leftova's recipes. Existing rows stay as they are.
///
/// - Throws: `DatabaseError`; then no row is stored.
public func seedLeftova(_ database: Database) async throws {
  try await database.transaction { try await $0.seedRecipes() }
}

/// Inserts a riddle for every day of ten years, with its hints. On a later day it adds riddles for later days.
///
/// - Throws: `DatabaseError`; then no row is stored.
public func seedEnigmate(_ database: Database, today: CalendarDay) async throws {
  try await database.transaction { try await $0.seedRiddles(from: today, database.dialect) }
}
