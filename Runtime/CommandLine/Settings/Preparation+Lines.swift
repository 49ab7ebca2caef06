import Console
import Edge
import Engines

extension Preparation {
  /// Each migration of all sets with its state.
  func lines() async throws -> [MigrationLine] {
    var lines: [MigrationLine] = []
    for set in Application.hostMigrations { lines += try await self.lines(of: set) }
    let isOurs = try await isOurs()
    for set in application.migrations {
      lines +=
        isOurs ? try await self.lines(of: set) : set.migrations.map { MigrationLine($0, of: set, state: .checked) }
    }
    return lines
  }

  private func lines(of set: MigrationSet) async throws -> [MigrationLine] {
    let status = try await database.status(of: set)
    let pending = Set(status.pending.map(\.version))
    return set.migrations.map { MigrationLine($0, of: set, state: pending.contains($0.version) ? .pending : .applied) }
      + status.newer.map { MigrationLine($0, of: set) }
  }
}

extension MigrationLine {
  init(_ migration: Migration, of set: MigrationSet, state: State) {
    self.init(
      set: set.name, version: migration.version, name: migration.name, state: state, breaking: migration.isBreaking)
  }

  /// A migration of a newer program.
  init(_ migration: MigrationStatus.Unknown, of set: MigrationSet) {
    self.init(set: set.name, version: migration.version, name: migration.name, state: .newer, breaking: false)
  }
}
