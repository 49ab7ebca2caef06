import Database
import Logging
import Loop
import Synchronization

/// The state that an engine shares with the engines that act for callers, and with their transactions.
final class PostgresCore: Sendable {
  let pool: PostgresPool
  let options: PostgresOptions
  let logger: Logger
  let openTransactions = OpenTransactions()
  /// Makes the server end a transaction that its host has left idle.
  let silenceLimit: Statement
  private let catalogue = StatementCatalogue()
  private let counters = Mutex(DatabaseStatistics())

  init(_ options: PostgresOptions, address: ServerAddress, logger: Logger) throws {
    self.options = options
    self.logger = logger
    let connector = Connector(address: address, silenceLimit: options.transactionLimit + .seconds(5))
    silenceLimit = Statement(
      own: SQL(text: "SET LOCAL idle_in_transaction_session_timeout = \(connector.silenceLimit.milliseconds)"))
    pool = try PostgresPool(
      connector: connector,
      limits: .init(
        size: max(1, options.poolSize), acquireTimeout: options.acquireTimeout, idleTimeout: options.idleTimeout),
      logger: logger)
  }

  /// The deadline of a statement that is sent now.
  var deadline: ContinuousClock.Instant { .now.advanced(by: options.statementTimeout) }

  /// Makes a command of an author's statement.
  ///
  /// - Throws: ``DatabaseError`` for a statement that an author may not send.
  func command(_ sql: SQL, for caller: Caller?) throws(DatabaseError) -> ServerCommand {
    let statement = catalogue[sql]
    try statement.check(isActing: caller != nil)
    // A prepared statement is kept by its connection and the server.
    return ServerCommand(
      statement: statement, values: try BoundValues(sql), isRepeated: StatementText.isWorthKeeping(sql.text))
  }

  /// The counts so far, those of all roles.
  var statistics: DatabaseStatistics { counters.withLock { $0 } }

  func count(_ change: (inout DatabaseStatistics) -> Void) { counters.withLock { change(&$0) } }

  func countCommit() {
    count {
      $0.transactions += 1
      $0.commits += 1
    }
  }
}
