import Logging
import Loop
import Synchronization

/// What an engine and the engines that act for callers share.
final class PostgresCore: Sendable {
  let pool: PostgresPool
  let options: PostgresOptions
  let counters = Mutex(DatabaseStatistics())
  let logger: Logger
  /// Has the server end a transaction whose host has gone silent.
  let silenceLimit: Statement
  private let catalogue = StatementCatalogue()
  /// The tasks whose transactions' bodies run: they must not begin another.
  private let openTasks = Mutex<Set<TaskIdentity>>([])

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

  /// An author's statement, once it is allowed.
  func command(_ sql: SQL, for caller: Caller?) throws(DatabaseError) -> ServerConnection.Command {
    let statement = catalogue[sql]
    try statement.check(isActing: caller != nil)
    return ServerConnection.Command(statement: statement, values: try BoundValues(sql))
  }

  func query(_ sql: SQL, limit: Int?, for caller: Caller?) async throws -> [Row] {
    let command = try command(sql, for: caller)
    try caller?.check()
    var reply = try await run(command, for: caller, isQuery: true)
    // A read may be repeated: after its tables were changed, and when its connection was lost.
    if reply.isStale || (reply.loss != nil && reply.interruption == nil) {
      reply = try await run(command, for: caller, isQuery: true)
    }
    let (result, statement) = try reply.result(of: command.statement, isQuery: true)
    return result.rows(statement, limit: limit)
  }

  func execute(_ sql: SQL, for caller: Caller?) async throws -> Int {
    try refuseNesting()
    let command = try command(sql, for: caller)
    try caller?.check()
    var reply = try await run(command, for: caller, isQuery: false)
    // Nothing of it was stored.
    if reply.isStale || !reply.wasSent { reply = try await run(command, for: caller, isQuery: false) }
    let (result, _) = try reply.result(of: command.statement, commits: true)
    countCommit()
    return result.changes
  }

  func transaction<T: Sendable>(
    _ isolation: TransactionIsolation, for caller: Caller?, _ body: (Transaction) async throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    try refuseNesting()
    try caller?.check()
    // The body runs where its answers are read: each step of it costs no change of threads.
    return try await withTaskExecutorPreference(pool.loop.executor) {
      try Task.checkCancellation()
      let connection = try await pool.lease()
      let transaction = PostgresTransaction(
        on: connection, of: self, for: caller, beginning: isolation.statement)
      return try await run(body, in: transaction)
    }
  }

  private func run<T: Sendable>(
    _ body: (Transaction) async throws -> T, in transaction: PostgresTransaction
  ) async throws -> T {
    let task = TaskIdentity.current
    if let task { openTasks.withLock { _ = $0.insert(task) } }
    defer { if let task { openTasks.withLock { _ = $0.remove(task) } } }
    let value: T
    do {
      value = try await body(Transaction(transaction))
    } catch {
      transaction.rollBack()
      throw error
    }
    try await transaction.commit()
    countCommit()
    return value
  }

  private func countCommit() {
    count {
      $0.transactions += 1
      $0.commits += 1
    }
  }

  func count(_ change: (inout DatabaseStatistics) -> Void) { counters.withLock { change(&$0) } }

  var deadline: ContinuousClock.Instant { .now.advanced(by: options.statementTimeout) }

  private func refuseNesting() throws(DatabaseError) {
    guard let task = TaskIdentity.current, openTasks.withLock({ $0.contains(task) }) else { return }
    throw .nested
  }

  /// Runs one statement in a transaction of its own, in one exchange.
  private func run(_ command: ServerConnection.Command, for caller: Caller?, isQuery: Bool) async throws -> Reply {
    try Task.checkCancellation()
    let connection = try await pool.lease()
    let commands = Self.commands(command, for: caller, isQuery: isQuery, isPooled: connection.isPooled)
    let id = ServerConnection.makeID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let error = connection.send(commands, as: caller?.role, id: id, deadline: deadline) { [pool] reply in
          pool.giveBack(connection)
          continuation.resume(returning: reply)
        }
        if let error {
          pool.giveBack(connection)
          return continuation.resume(returning: Reply(slots: [], results: [], loss: error, wasSent: false))
        }
        // The task may have been cancelled before there was anything to interrupt.
        if Task.isCancelled { connection.interrupt(id, because: .cancelled) }
      }
    } onCancel: {
      connection.interrupt(id, because: .cancelled)
    }
  }

  /// Statements that are sent together are a transaction; a session of ours reads only unless it is told otherwise.
  private static func commands(
    _ command: ServerConnection.Command, for caller: Caller?, isQuery: Bool, isPooled: Bool
  ) -> [ServerConnection.Command] {
    func control(_ statement: Statement) -> ServerConnection.Command { .init(statement: statement) }
    if let caller {
      return [control(isQuery ? .beginReading : .beginWriting), caller.command, command, control(.commit)]
    }
    switch (isQuery, isPooled) {
    case (true, false), (false, true): return [command]
    case (false, false): return [control(.mayWrite), command]
    case (true, true): return [control(.beginReading), command, control(.commit)]
    }
  }
}

extension Statement {
  static let mayWrite = Statement(control: "SET TRANSACTION READ WRITE")
  static let beginReading = Statement(control: "BEGIN READ ONLY")
  static let beginWriting = Statement(control: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
  static let beginRepeatable = Statement(control: "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE")
  static let beginSerializable = Statement(control: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE")
}

extension TransactionIsolation {
  fileprivate var statement: Statement {
    switch self {
    case .readCommitted: .beginWriting
    case .repeatableRead: .beginRepeatable
    case .serializable: .beginSerializable
    }
  }
}
