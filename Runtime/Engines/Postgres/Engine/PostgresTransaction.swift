import Database
import Logging
import Synchronization

/// A transaction on a leased connection, while its body runs.
///
/// `BEGIN` and savepoints travel in the round trip of the next statement.
final class PostgresTransaction: TransactionEngine, LeaseHolder {
  private enum Phase {
    case open
    case ended
    case timedOut
    case lost
  }

  private struct State {
    var phase = Phase.open
    /// Commands that are sent before the next statement.
    var prefix: [ServerCommand]
    var hasBegun = false
    /// Whether the prefix has a statement of an author's.
    var hasAppended = false
    var prefixSize = 0
    var begin: Statement
    /// How many round trips are not answered yet.
    var underWay = 0
    var lastUse = ContinuousClock.now
  }

  /// The most bytes of a prefix that waits for the next statement.
  private static let longestPrefix = 1 << 20

  private let connection: ServerConnection
  /// The user that has leased the connection.
  private let user: String?
  private let core: PostgresCore
  let caller: Caller?
  /// The commands after the one that begins the transaction.
  private let setUp: [ServerCommand]
  private let state: Mutex<State>

  init(
    on connection: ServerConnection, leasedTo user: String?, of core: PostgresCore, for caller: Caller?,
    beginning begin: Statement
  ) {
    self.connection = connection
    self.user = user
    self.core = core
    self.caller = caller
    // A session without a pooler has this limit from the start.
    let limits = connection.isPooled ? [ServerCommand(statement: core.silenceLimit)] : []
    setUp = limits + [caller?.command].compactMap(\.self)
    state = Mutex(State(prefix: [ServerCommand(statement: begin)] + setUp, begin: begin))
    connection.watch(self)
  }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] { try await query(sql, limit: limit, for: caller) }
  func execute(_ sql: SQL) async throws -> Int { try await execute(sql, for: caller) }
  func batch(_ statements: [SQL]) async throws -> [[Row]] { try await batch(statements, for: caller) }
  func run(script: String, hasTimeout: Bool) async throws {
    try await run(script: script, hasTimeout: hasTimeout, for: caller)
  }

  /// - Parameter subject: The caller, or `nil` for the host's rights.
  func query(_ sql: SQL, limit: Int?, for subject: Caller?) async throws -> [Row] {
    let command = try core.command(sql, for: subject)
    let (result, statement) = try await run([command], for: subject).result(of: command.statement)
    var size = ResultSize()
    return try result.rows(statement, limit: limit, size: &size)
  }

  func execute(_ sql: SQL, for subject: Caller?) async throws -> Int {
    let command = try core.command(sql, for: subject)
    return try await run([command], for: subject).result(of: command.statement).0.changes
  }

  func batch(_ statements: [SQL], for subject: Caller?) async throws -> [[Row]] {
    let commands = try statements.map { sql throws(DatabaseError) in try core.command(sql, for: subject) }
    guard !commands.isEmpty else {
      try checkOpen()
      return []
    }
    let reply = try await run(commands, for: subject)
    var size = ResultSize()
    return try reply.results(of: commands.map(\.statement)).map { result, statement in
      try result.rows(statement, limit: nil, size: &size)
    }
  }

  func run(script: String, hasTimeout: Bool, for subject: Caller?) async throws {
    let commands = try SQLScript(script).statements.map { text throws(DatabaseError) in
      let statement = Statement(ofScript: text)
      try statement.check(isActing: subject != nil)
      return ServerCommand(statement: statement, isRepeated: false)
    }
    guard !commands.isEmpty else { return try checkOpen() }
    let reply = try await run(commands, for: subject, hasDeadline: hasTimeout)
    _ = try reply.results(of: commands.map(\.statement))
  }

  func savepoint(_ step: SavepointStep) async throws {
    let statements: [Statement] =
      switch step {
      case .set: [.setSavepoint]
      case .release: [.releaseSavepoint]
      case .rollBack: [.rollBackToSavepoint, .releaseSavepoint]
      }
    try await hold(statements.map { ServerCommand(statement: $0) }, isAuthors: false)
  }

  func append(_ sql: SQL) async throws {
    try await hold([try core.command(sql, for: caller)], isAuthors: true)
  }

  /// Keeps commands until the next statement, or sends them at once if many bytes wait already.
  ///
  /// - Parameter isAuthors: Whether a command is a statement of an author's.
  private func hold(_ commands: [ServerCommand], isAuthors: Bool) async throws {
    try checkOpen()
    let size = commands.reduce(0) { $0 + $1.size }
    let isHeld = state.withLock { state in
      guard state.prefixSize + size <= Self.longestPrefix else { return false }
      state.prefix += commands
      state.prefixSize += size
      state.hasAppended = state.hasAppended || isAuthors
      return true
    }
    if !isHeld { _ = try await run(commands, for: caller).results(of: commands.map(\.statement)) }
  }

  func restart(isolation: TransactionIsolation) async throws {
    try checkOpen()
    state.withLock { state in
      state.begin = isolation.beginning
      let rollBack = state.hasBegun ? [ServerCommand(statement: .rollBack)] : []
      state.prefix = rollBack + [ServerCommand(statement: state.begin)] + setUp
      state.prefixSize = 0
      state.hasAppended = false
    }
  }

  /// Commits, even if the task was cancelled meanwhile, so that the caller learns the outcome.
  func commit() async throws {
    let connection = connection
    let (prefix, hasStatements) = try end()
    guard hasStatements else { return core.pool.giveBack(connection, of: user) }
    let commands = prefix + [ServerCommand(statement: .commit)]
    let reply = await withCheckedContinuation { continuation in
      let error = connection.send(
        commands, as: caller?.role, id: ServerConnection.makeID(), deadline: core.deadline
      ) { [core, user] reply in
        core.pool.giveBack(connection, of: user)
        continuation.resume(returning: reply)
      }
      if let error {
        core.pool.giveBack(connection, of: user)
        continuation.resume(returning: RoundTripReply(slots: [], results: [], loss: error, wasSent: false))
      }
    }
    // The server may have committed before the connection was lost.
    if reply.loss != nil { throw reply.wasSent ? DatabaseError.unknownOutcome : .lostConnection }
    let (result, _) = try reply.result(of: .commit, commits: true)
    // The tag of `COMMIT` after a failed statement.
    if result.tag == "ROLLBACK" {
      throw DatabaseError(
        .transactionAborted,
        "A statement of the transaction had failed, so it was rolled back; a savepoint would have saved the rest.")
    }
  }

  /// Rolls the transaction back, and returns once the server has done so: its locks are released then.
  func rollBack() async {
    // A transaction that has ended no longer owns the connection.
    guard (try? end()) != nil else { return }
    await withCheckedContinuation { continuation in
      core.pool.giveBack(connection, of: user) { continuation.resume() }
    }
  }

  /// Ends the transaction at once, while its body still runs.
  func loseConnection() {
    let isOver = state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .lost
      return true
    }
    if isOver { core.pool.giveBack(connection, of: user) }
  }

  /// Rolls the transaction back if its body has waited for something else for too long.
  func checkClock(_ now: ContinuousClock.Instant) {
    let limit = core.options.transactionLimit
    let isOver = state.withLock { state in
      guard state.phase == .open, state.underWay == 0, state.lastUse.advanced(by: limit) <= now else { return false }
      state.phase = .timedOut
      return true
    }
    guard isOver else { return }
    core.count { $0.timeouts += 1 }
    core.logger.warning("A transaction was rolled back: its body waited too long for something else.")
    connection.watch(nil)
    core.pool.giveBack(connection, of: user)
  }

  /// Ends the transaction for its body.
  ///
  /// - Throws: The reason if it had ended before.
  private func end() throws(DatabaseError) -> (prefix: [ServerCommand], hasStatements: Bool) {
    let (phase, prefix, hasStatements) = state.withLock { state in
      defer { if state.phase == .open { state.phase = .ended } }
      return (state.phase, state.prefix, state.hasBegun || state.hasAppended)
    }
    if let refusal = Self.refusal(phase) { throw refusal }
    connection.watch(nil)
    return (prefix, hasStatements)
  }

  private func checkOpen() throws(DatabaseError) {
    if let error = Self.refusal(state.withLock { $0.phase }) { throw error }
  }

  private static func refusal(_ phase: Phase) -> DatabaseError? {
    switch phase {
    case .open: nil
    case .ended: .ended
    case .timedOut: .timedOut
    case .lost: .lostConnection
    }
  }

  /// The commands with the changes of role before and after them, if they run with other rights than the transaction.
  private func surrounded(_ commands: [ServerCommand], for subject: Caller?) -> [ServerCommand] {
    switch (caller, subject) {
    case (let caller?, nil): caller.withHostRights(commands)
    case (nil, let subject?): subject.withOwnRights(commands)
    default: commands
    }
  }

  private func run(
    _ commands: [ServerCommand], for subject: Caller?, hasDeadline: Bool = true
  ) async throws -> RoundTripReply {
    try checkOpen()
    try Task.checkCancellation()
    let commands = surrounded(commands, for: subject)
    let role = (subject ?? caller)?.role
    let id = ServerConnection.makeID()
    let connection = connection
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Under the lock, so that no other statement of the body is sent before `BEGIN`.
        let (refusal, isOpen) = state.withLock { state -> (DatabaseError?, Bool) in
          if let refusal = Self.refusal(state.phase) { return (refusal, false) }
          let begin = state.begin
          let error = connection.send(
            state.prefix + commands, as: role, id: id, deadline: hasDeadline ? core.deadline : nil
          ) { [self] reply in
            self.state.withLock { state in
              state.underWay -= 1
              state.lastUse = .now
            }
            // Later statements would run outside of the transaction, and with the host's rights.
            if reply.leavesOut(begin) { connection.close() }
            continuation.resume(returning: reply)
          }
          if let error { return (error, true) }
          state.prefix = []
          state.prefixSize = 0
          state.hasAppended = false
          state.hasBegun = true
          state.underWay += 1
          return (nil, true)
        }
        if let refusal {
          if isOpen { connection.close() }
          return continuation.resume(throwing: refusal)
        }
        // The task may have been cancelled before there was anything to interrupt.
        if Task.isCancelled { connection.interrupt(id, because: .cancelled) }
      }
    } onCancel: {
      connection.interrupt(id, because: .cancelled)
    }
  }
}
