public import Database
import FoundationEssentials

extension Database {
  /// Applies the migrations of a set that the database lacks, in order, each in a transaction of its own with its
  /// record.
  ///
  /// Several processes may migrate at the same time; each migration is applied once.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: The migrations that this call applied.
  /// - Throws: ``DatabaseError`` as ``status(of:)`` does, before any migration is applied; or what a statement throws,
  ///   with the migration named in the message. Then that migration is undone, and those before it are applied.
  @discardableResult
  public func migrate(_ set: MigrationSet) async throws -> [Migration] {
    let pending = try await pending(set)
    guard !pending.isEmpty else { return [] }
    let table = MigrationTable(dialect: engine.dialect)
    try await exclusively { transaction in
      if try await transaction.first(table.lookup) == nil { try await transaction.migrate(script: table.creation) }
    }
    let history = MigrationHistory(set: set, dialect: engine.dialect)
    var applied: [Migration] = []
    for migration in pending where try await apply(migration, of: history, to: table) {
      applied.append(migration)
    }
    return applied
  }

  /// The migrations that ``migrate(_:)`` would apply.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: The migrations that the database lacks, in order.
  /// - Throws: ``DatabaseError`` as ``status(of:)`` does.
  public func pending(_ set: MigrationSet) async throws -> [Migration] { try await status(of: set).pending }

  /// Compares a set with the database's records of it, without changes.
  ///
  /// - Parameter set: The migrations.
  /// - Returns: The migrations that the database lacks, and those that the set lacks.
  /// - Throws: ``DatabaseError``: ``DatabaseError/Code/migrationUnknown`` for a breaking migration of a newer program,
  ///   or one of another program between those of the set; ``DatabaseError/Code/migrationEdited``;
  ///   ``DatabaseError/Code/migrationOrder``.
  public func status(of set: MigrationSet) async throws -> MigrationStatus {
    let table = MigrationTable(dialect: engine.dialect)
    let history = MigrationHistory(set: set, dialect: engine.dialect)
    guard try await first(table.lookup) != nil else { return try history.status(after: []) }
    let rows = try await query(table.records(of: set))
    return try history.status(after: rows.map { row in try MigrationRecord(row) })
  }

  /// Applies one migration unless another process has applied it meanwhile; returns whether it was applied.
  private func apply(
    _ migration: Migration, of history: MigrationHistory, to table: MigrationTable
  ) async throws -> Bool {
    do {
      return try await exclusively { transaction in
        let rows = try await transaction.query(table.records(of: history.set))
        let records = try rows.map { row in try MigrationRecord(row) }
        guard try history.status(after: records).pending.contains(migration) else { return false }
        try await transaction.migrate(script: migration.text(for: history.dialect))
        try await transaction.execute(table.insert(history.record(of: migration), of: history.set, at: Date()))
        return true
      }
    } catch let error as DatabaseError {
      throw error.naming(migration, of: history.set)
    }
  }

  /// Runs a body while no other process migrates.
  private func exclusively<T: Sendable>(_ body: sending (Transaction) async throws -> T) async throws -> T {
    try await transaction { transaction in
      if let lock = MigrationTable(dialect: engine.dialect).lock { try await transaction.migrate(script: lock) }
      return try await body(transaction)
    }
  }
}

extension DatabaseError {
  /// The error with the migration that failed.
  fileprivate func naming(_ migration: Migration, of set: MigrationSet) -> DatabaseError {
    DatabaseError(
      code, "Migration \(migration.version) (\(migration.name)) of \(set.name): \(message)", constraint: constraint,
      column: column, statement: statement)
  }
}
