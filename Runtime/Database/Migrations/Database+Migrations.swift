import Foundation

extension Database {
  /// Applies what the database lacks of a set, in order, each migration in a transaction of its own with its record.
  ///
  /// Processes may do this at the same time: each migration is applied once.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: Those that were applied now.
  /// - Throws: ``DatabaseError``: ``DatabaseError/Code/migrationEdited``, ``DatabaseError/Code/migrationUnknown``,
  ///   ``DatabaseError/Code/migrationOrder``, before anything is applied; or what a statement throws, with its
  ///   migration undone and those before it applied.
  @discardableResult
  public func migrate(_ set: MigrationSet) async throws -> [Migration] {
    let pending = try await pending(set)
    guard !pending.isEmpty else { return [] }
    if try await first(MigrationHistory.findTable(engine.dialect)) == nil {
      try await inTurn { try await $0.run(script: MigrationHistory.createTable(engine.dialect)) }
    }
    let history = MigrationHistory(set: set, dialect: engine.dialect)
    var applied: [Migration] = []
    for migration in pending where try await apply(migration, of: history) {
      applied.append(migration)
    }
    return applied
  }

  /// What ``migrate(_:)`` would apply.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: Those that the database lacks, in order.
  /// - Throws: ``DatabaseError`` as ``migrate(_:)`` does.
  public func pending(_ set: MigrationSet) async throws -> [Migration] {
    let history = MigrationHistory(set: set, dialect: engine.dialect)
    guard try await first(MigrationHistory.findTable(engine.dialect)) != nil else {
      return try history.pending(after: [])
    }
    return try history.pending(after: await query(history.select).map { try MigrationHistory.entry($0) })
  }

  /// Applies one migration unless another process has done so meanwhile; returns whether it did.
  private func apply(_ migration: Migration, of history: MigrationHistory) async throws -> Bool {
    try await inTurn { transaction in
      let entries = try await transaction.query(history.select).map { try MigrationHistory.entry($0) }
      guard try history.pending(after: entries).contains(migration) else { return false }
      try await transaction.run(script: migration.text(for: history.dialect))
      try await transaction.execute(history.insert(migration, at: Date()))
      return true
    }
  }

  /// Runs a body while no other process migrates.
  private func inTurn<T: Sendable>(_ body: sending (Transaction) async throws -> T) async throws -> T {
    try await transaction { transaction in
      if let lock = MigrationHistory.lock(engine.dialect) { try await transaction.run(script: lock) }
      return try await body(transaction)
    }
  }
}
