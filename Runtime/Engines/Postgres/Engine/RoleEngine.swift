import Database

/// A Postgres engine with the rights of one role, on the connections that all roles share.
struct RoleEngine: DatabaseEngine {
  let core: PostgresCore
  /// The caller whose role it is; `nil` for the role that has logged in.
  let caller: Caller?
  /// The user whose share of the connections it takes; `nil` for the program itself.
  var user: String?

  var dialect: SQLDialect { .postgres }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    let command = try core.command(sql, for: caller)
    try caller?.check()
    var reply = try await run([command], isQuery: true)
    // A read may be repeated: after its tables were changed, and when its connection was lost.
    if reply.isStale || (reply.loss?.code == .unavailable && reply.interruption == nil) {
      reply = try await run([command], isQuery: true)
    }
    let (result, statement) = try reply.result(of: command.statement, isQuery: true)
    var size = ResultSize()
    return try result.rows(statement, limit: limit, size: &size)
  }

  func execute(_ sql: SQL) async throws -> Int {
    let command = try core.command(sql, for: caller)
    let (result, _) = try await change([command]).result(of: command.statement, commits: true)
    core.countCommit()
    return result.changes
  }

  func batch(_ statements: [SQL]) async throws -> [[Row]] {
    guard !statements.isEmpty else { return [] }
    let commands = try statements.map { sql throws(DatabaseError) in try core.command(sql, for: caller) }
    let results = try await change(commands).results(of: commands.map(\.statement), commits: true)
    core.countCommit()
    var size = ResultSize()
    return try results.map { result, statement in try result.rows(statement, limit: nil, size: &size) }
  }

  func acting(as role: String, claims: String) -> any DatabaseEngine {
    RoleEngine(core: core, caller: Caller(role: role, claims: claims), user: user)
  }

  func used(by user: String) -> any DatabaseEngine { RoleEngine(core: core, caller: caller, user: user) }

  /// Closes nothing: the connections belong to the engine that was opened.
  func close() async {}

  /// Runs statements that may write.
  private func change(_ commands: [ServerCommand]) async throws -> RoundTripReply {
    try core.openTransactions.refuseNesting()
    try caller?.check()
    let reply = try await run(commands, isQuery: false)
    // In both cases the statements have changed nothing, so they may be repeated.
    guard reply.isStale || !reply.wasSent else { return reply }
    return try await run(commands, isQuery: false)
  }

  /// Runs statements in a transaction of their own, in one round trip.
  private func run(_ commands: [ServerCommand], isQuery: Bool) async throws -> RoundTripReply {
    try Task.checkCancellation()
    let connection = try await core.pool.lease(to: user)
    let commands = surrounded(commands, isQuery: isQuery, isPooled: connection.isPooled)
    let id = ServerConnection.makeID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let error = connection.send(commands, as: caller?.role, id: id, deadline: core.deadline) {
          [pool = core.pool, user] reply in
          pool.giveBack(connection, of: user)
          continuation.resume(returning: reply)
        }
        if let error {
          core.pool.giveBack(connection, of: user)
          return continuation.resume(returning: RoundTripReply(slots: [], results: [], loss: error, wasSent: false))
        }
        // The task may have been cancelled before there was anything to interrupt.
        if Task.isCancelled { connection.interrupt(id, because: .cancelled) }
      }
    } onCancel: {
      connection.interrupt(id, because: .cancelled)
    }
  }

  /// Adds the commands that begin and end the transaction. Without them the statements of a round trip are one
  /// transaction, which only reads on a session of ours. (`SET TRANSACTION READ WRITE` in their place takes effect, but
  /// the server logs a warning for each.)
  private func surrounded(_ commands: [ServerCommand], isQuery: Bool, isPooled: Bool) -> [ServerCommand] {
    func control(_ statement: Statement) -> ServerCommand { ServerCommand(statement: statement) }
    if let caller {
      return [control(isQuery ? .beginReading : .beginWriting), caller.command] + commands + [control(.commit)]
    }
    switch (isQuery, isPooled) {
    // `LOCK TABLE` and others are refused outside of a transaction block.
    case (false, true) where commands.count > 1: return [control(.beginWriting)] + commands + [control(.commit)]
    case (true, false), (false, true): return commands
    case (false, false): return [control(.beginWriting)] + commands + [control(.commit)]
    case (true, true): return [control(.beginReading)] + commands + [control(.commit)]
    }
  }
}
