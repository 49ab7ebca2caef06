import Foundation

extension Database {
  /// Applies what the database lacks of a set, in order, each migration in a transaction of its own with its record.
  ///
  /// Processes may do this at the same time: each migration is applied once.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: Those that were applied now.
  /// - Throws: ``DatabaseError`` as ``status(of:)`` does, before anything is applied; or what a statement throws, with
  ///   its migration undone and those before it applied.
  @discardableResult
  public func migrate(_ set: MigrationSet) async throws -> [Migration] {
    let pending = try await pending(set)
    guard !pending.isEmpty else { return [] }
    let table = MigrationTable(dialect: engine.dialect)
    try await inTurn { transaction in
      let format = try table.format(await transaction.query(table.columns))
      if let script = table.upgrade(from: format) { try await transaction.run(script: script) }
    }
    let history = MigrationHistory(set: set, dialect: engine.dialect)
    var applied: [Migration] = []
    for migration in pending where try await apply(migration, of: history, to: table) {
      applied.append(migration)
    }
    return applied
  }

  /// What ``migrate(_:)`` would apply.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: Those that the database lacks, in order.
  /// - Throws: ``DatabaseError`` as ``status(of:)`` does.
  public func pending(_ set: MigrationSet) async throws -> [Migration] { try await status(of: set).pending }

  /// Compares a set with what the database records of it. Nothing is changed.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: What the database lacks of the set, and what it has besides.
  /// - Throws: ``DatabaseError``: ``DatabaseError/Code/migrationUnknown`` for a breaking migration of a newer program, or
  ///   one of another program between those of the set; ``DatabaseError/Code/migrationEdited``;
  ///   ``DatabaseError/Code/migrationOrder``.
  public func status(of set: MigrationSet) async throws -> MigrationStatus {
    let table = MigrationTable(dialect: engine.dialect)
    let history = MigrationHistory(set: set, dialect: engine.dialect)
    let format = try table.format(await query(table.columns))
    guard format != .none else { return try history.status(after: []) }
    let rows = try await query(table.entries(of: set, in: format))
    return try history.status(after: rows.map { row in try MigrationHistory.entry(row) })
  }

  /// Applies one migration unless another process has done so meanwhile; returns whether it did.
  private func apply(
    _ migration: Migration, of history: MigrationHistory, to table: MigrationTable
  ) async throws -> Bool {
    try await inTurn { transaction in
      let rows = try await transaction.query(table.entries(of: history.set, in: .current))
      let entries = try rows.map { row in try MigrationHistory.entry(row) }
      guard try history.status(after: entries).pending.contains(migration) else { return false }
      try await transaction.run(script: migration.text(for: history.dialect))
      try await transaction.execute(table.insert(history.entry(migration), of: history.set, at: Date()))
      return true
    }
  }

  /// Runs a body while no other process migrates.
  private func inTurn<T: Sendable>(_ body: sending (Transaction) async throws -> T) async throws -> T {
    try await transaction { transaction in
      if let lock = MigrationTable(dialect: engine.dialect).lock { try await transaction.run(script: lock) }
      return try await body(transaction)
    }
  }
}
