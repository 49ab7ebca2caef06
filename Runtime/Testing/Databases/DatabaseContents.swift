import Database
import Engines

/// What a prepared database contains.
struct DatabaseContents: Sendable, Hashable {
  let migrations: [MigrationSet]
  let seed: TestSeed?

  /// Whether an empty database contains the same.
  var isEmpty: Bool { migrations.isEmpty && seed == nil }

  func add(to database: Database) async throws {
    for set in migrations { try await database.migrate(set) }
    try await seed?.insert(database)
  }
}
