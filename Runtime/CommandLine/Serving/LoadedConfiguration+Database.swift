import Edge

extension LoadedConfiguration {
  /// Opens the configured database for a command, with the configured limit on a statement.
  ///
  /// A command needs few connections, so the configured number is that of a host alone.
  func withDatabase<Result: Sendable>(_ body: (Database) async throws -> Result) async throws -> Result {
    let limits = DatabaseLimits(statementTimeout: databaseLimits.statementTimeout)
    return try await database.withDatabase(limits: limits, body)
  }
}
