import Channel
import Edge

/// The database of a worker: each use is an operation of the call, which the host runs with the call's services.
///
/// A transaction's body begins at once, and the host's transaction begins with the first statement. So the statement
/// and the begin travel together, and a body that was cancelled or refused before its turn learns that from its first
/// statement, or from its end.
package struct RemoteDatabaseEngine: DatabaseEngine {
  private let call: CallChannel
  /// The host's SQL.
  package let dialect: SQLDialect
  private let rights: Rights
  /// The tasks of the call that run a transaction's body.
  private let openTransactions: OpenTransactions
  /// The places of the call's transactions.
  private let places: OperationGate

  /// The database with the host's rights.
  package init(_ call: CallChannel, dialect: SQLDialect) {
    self.init(
      call, dialect, .host, OpenTransactions(), OperationGate(capacity: ChannelLimits.transactionsOfCall))
  }

  private init(
    _ call: CallChannel, _ dialect: SQLDialect, _ rights: Rights, _ openTransactions: OpenTransactions,
    _ places: OperationGate
  ) {
    self.call = call
    self.dialect = dialect
    self.rights = rights
    self.openTransactions = openTransactions
    self.places = places
  }

  package func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try Task.checkCancellation()
    let query = Operation.query(sql, limit: limit, rights, isNested: openTransactions.isCurrent)
    return try await call.askDatabase(query, for: RowSet.self).rows
  }

  package func execute(_ sql: SQL) async throws -> Int {
    try Task.checkCancellation()
    try openTransactions.refuseNesting()
    return try await call.askDatabase(.execute(sql, rights))
  }

  package func batch(_ statements: [SQL]) async throws -> [[Row]] {
    try Task.checkCancellation()
    try openTransactions.refuseNesting()
    guard !statements.isEmpty else { return [] }
    return try await call.askDatabase(.batch(statements, rights), for: [RowSet].self).map(\.rows)
  }

  /// Runs the body again after a conflict, in a new transaction of the host.
  package func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await Retries.run(retries) { try await run(isolation, body) }
  }

  package func acting(as role: String, claims: String) -> any DatabaseEngine {
    RemoteDatabaseEngine(call, dialect, .caller(role: role, claims: claims), openTransactions, places)
  }

  /// Closes nothing: the database is the host's.
  package func close() async {}

  private func run<T: Sendable>(
    _ isolation: TransactionIsolation, _ body: (Transaction) async throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    try openTransactions.refuseNesting()
    // Before the place that all calls share, so that no call takes more of those than it may use.
    let leases = [try await places.pass(), try await OperationGate.database.pass()]
    defer { withExtendedLifetime(leases) {} }
    let remote = try RemoteTransaction(of: call, rights, isolation)
    return try await openTransactions.run {
      let value: T
      do {
        value = try await body(Transaction(RemoteTransactionEngine(remote, dialect: dialect)))
      } catch {
        remote.rollBack()
        throw error
      }
      try await remote.commit()
      return value
    }
  }
}
