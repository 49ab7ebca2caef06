import Database
import Foundation
import Glibc
import Testing

@testable import Engines

/// Servers that stop, freeze and cut connections, and callers that are cancelled.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PostgresFaultTests {
  private static let schema = "CREATE TABLE t (id bigint PRIMARY KEY)"

  @Test func aCancelledStatementIsStoppedAndItsConnectionIsUsedAgain() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, name in
      let database = Database(engine)
      let server = try await PostgresServer.common()
      let process: Int? = try await database.first("SELECT pg_backend_pid() AS id")?.get("id")
      let running = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)' AND wait_event = 'PgSleep'"
      for round in 0...10 {
        let read = Task { try await database.query("SELECT pg_sleep(60)") }
        if round < 10 {
          // Later in each round, so that the query is cancelled at different stages of its beginning.
          for _ in 0..<(round * round * 10) { await Task.yield() }
        } else {
          while try await server.run(running) == "0" {}
        }
        read.cancel()
        await #expect(throws: CancellationError.self) { _ = try await read.value }
        #expect(try await database.first("SELECT 1 AS one")?.get("one") == 1)
      }
      #expect(try await database.first("SELECT pg_backend_pid() AS id")?.get("id") == process)
      #expect(try await server.run(running) == "0")
    }
  }

  @Test func aStatementThatTakesTooLongIsStopped() async throws {
    try await withPostgres(connections: 1, statementTimeout: .milliseconds(100), schema: Self.schema) { engine, name in
      let database = Database(engine)
      let server = try await PostgresServer.common()
      #expect(try await failure { _ = try await database.query("SELECT pg_sleep(60)") }.code == .statementTimedOut)
      let body = try await failure {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          _ = try await transaction.query("SELECT pg_sleep(60)")
        }
      }
      #expect(body.code == .statementTimedOut)
      // By a connection without such a limit.
      #expect(try await server.run("SELECT count(*) FROM t", on: name) == "0")
    }
  }

  @Test func aCallThatWaitsTooLongForAConnectionFails() async throws {
    try await withPostgres(connections: 2, acquireTimeout: .milliseconds(150)) { engine, _ in
      let database = Database(engine)
      let mayEnd = Signal()
      let open = [Signal(), Signal()]
      let holders = open.map { signal in
        Task {
          // A server may take longer than the limit to open a connection.
          try await untilConnected {
            try await database.transaction { transaction in
              _ = try await transaction.query("SELECT 1")
              await signal.fire()
              await mayEnd.wait()
            }
          }
        }
      }
      for signal in open { await signal.wait() }
      let error = try await failure { _ = try await database.query("SELECT 1") }
      #expect(error.code == .poolExhausted)
      await mayEnd.fire()
      for holder in holders { try await holder.value }
      try await untilConnected { _ = try await database.query("SELECT 1") }
    }
  }

  /// Repeats an action for as long as no connection is free in time.
  private func untilConnected(_ action: () async throws -> Void) async throws {
    while true {
      do {
        return try await action()
      } catch let error as DatabaseError where error.code == .poolExhausted {
        continue
      }
    }
  }

  @Test func cutConnectionsAreReplacedAndNoChangeIsHalfDone() async throws {
    try await withPostgres(schema: Self.schema) { engine, name in
      let database = Database(engine)
      let server = try await PostgresServer.common()
      let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '\(name)'"
      for round in 1...5 {
        let body = try await failure {
          try await database.transaction { transaction in
            try await transaction.execute("INSERT INTO t VALUES (\(round))")
            try await server.run(cut)
            try await transaction.execute("INSERT INTO t VALUES (\(100 + round))")
          }
        }
        #expect(body.code == .unavailable)
        // A read is repeated by itself.
        #expect(try await database.first("SELECT count(*) AS n FROM t")?.get("n") == 0)
      }
      let isRunning = Signal()
      let slow = Task {
        await isRunning.fire()
        try await database.execute("INSERT INTO t SELECT 7 FROM pg_sleep(60)")
      }
      await isRunning.wait()
      let active = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)' AND wait_event = 'PgSleep'"
      while try await server.run(active) == "0" {}
      try await server.run(cut)
      let error = try await failure { _ = try await slow.value }
      #expect(error.code == .unavailable || error.code == .outcomeUnknown)
      try await database.execute("INSERT INTO t VALUES (8)")
      #expect(try await ids(database) == [8])
    }
  }

  /// `PostgresRulesTests` tests the back-off.
  @Test func aRestartedServerIsFoundAgain() async throws {
    let server = try await PostgresServer.onThread { try PostgresServer(settings: []) }
    try await withPostgres(connections: 8, schema: Self.schema, on: server) { engine, _ in
      let database = Database(engine)
      let stopped = Signal()
      let begun = (0..<8).map { _ in Signal() }
      // Writes go on all the time; the acknowledged ones must be there afterwards.
      let clients = (0..<8).map { client in
        Task {
          var acknowledged: [Int] = []
          var codes: Set<DatabaseError.Code> = []
          for number in 0... {
            if await stopped.isFired { break }
            let id = client * 1_000_000 + number
            do {
              try await database.execute("INSERT INTO t VALUES (\(id))")
              acknowledged.append(id)
              await begun[client].fire()
            } catch let error as DatabaseError {
              codes.insert(error.code)
            }
          }
          return (acknowledged, codes)
        }
      }
      for signal in begun { await signal.wait() }
      try await PostgresServer.onThread { try server.restart() }
      while (try? await database.query("SELECT 1")) == nil {}
      await stopped.fire()
      var acknowledged: [Int] = []
      for client in clients {
        let (ids, codes) = try await client.value
        acknowledged += ids
        #expect(codes.isSubset(of: [.unavailable, .outcomeUnknown]), "\(codes)")
      }
      let stored = Set(try await ids(database))
      #expect(stored.isSuperset(of: acknowledged))
    }
    try await PostgresServer.onThread { try server.stop() }
  }

  @Test func aStandbyIsReadOnlyAndItsNotificationsComeOnceItIsPromoted() async throws {
    let server = try await PostgresServer.onThread { try PostgresServer(settings: []) }
    try await withPostgres(connections: 2, schema: Self.schema, on: server) { engine, _ in
      let database = Database(engine)
      try await PostgresServer.onThread { try server.restart(asStandby: true) }
      while (try? await database.query("SELECT 1")) == nil {}
      let insert: SQL = "INSERT INTO t VALUES (1)"
      let refusals = [
        try await failure { try await database.execute(insert) },
        try await failure { _ = try await database.batch([insert]) },
        try await failure { try await database.transaction { _ = try await $0.execute(insert) } },
      ]
      #expect(refusals.map(\.code) == [.readOnly, .readOnly, .readOnly])
      var hints = engine.listen(to: "channel").makeAsyncIterator()
      _ = try await database.query("SELECT pg_promote()")
      // The first hint says that `LISTEN` has run.
      await hints.next()
      try await engine.notify("channel")
      await hints.next()
      try await database.execute(insert)
      #expect(try await ids(database) == [1])
    }
    try await PostgresServer.onThread { try server.stop() }
  }

  @Test func aFrozenServerBlocksNoCall() async throws {
    let server = try await PostgresServer.onThread { try PostgresServer(settings: []) }
    try await withPostgres(
      connections: 4, acquireTimeout: .milliseconds(500), statementTimeout: .milliseconds(300), schema: Self.schema,
      on: server
    ) { engine, _ in
      let database = Database(engine)
      while (try? await database.query("SELECT 1")) == nil {}
      let processes = try server.processes()
      for process in processes { kill(process, SIGSTOP) }
      // Both end while the server still stands.
      let read = try await failure { _ = try await database.query("SELECT 1") }
      #expect(read.code == .statementTimedOut || read.code == .poolExhausted, "\(read)")
      let write = try await failure { try await database.execute("INSERT INTO t VALUES (1)") }
      #expect(write.code == .unavailable || write.code == .outcomeUnknown || write.code == .poolExhausted, "\(write)")
      for process in processes { kill(process, SIGCONT) }
      while (try? await database.query("SELECT 1")) == nil {}
    }
    try await PostgresServer.onThread { try server.stop() }
  }

  /// The server's process stands still until the rollback has reached it.
  @Test func theLocksAreReleasedBeforeTheErrorIsThrown() async throws {
    struct Refused: Error {}
    let server = try await PostgresServer.onThread { try PostgresServer(settings: []) }
    let schema = Self.schema + "; INSERT INTO t VALUES (1)"
    try await withPostgres(connections: 2, schema: schema, on: server) { engine, _ in
      let database = Database(engine)
      let going = DispatchQueue(label: "going")
      for _ in 0..<20 {
        await #expect(throws: Refused.self) {
          try await database.transaction { transaction in
            try await transaction.execute("UPDATE t SET id = 1")
            let row = try await transaction.first("SELECT pg_backend_pid() AS process, inet_client_port() AS port")
            let answer = try #require(row)
            let (process, port): (Int, Int) = (try answer.get("process"), try answer.get("port"))
            kill(pid_t(process), SIGSTOP)
            while !Self.isStopped(process) { await Task.yield() }
            going.async {
              while !Self.hasUnreadBytes(fromPort: port) { usleep(100) }
              kill(pid_t(process), SIGCONT)
            }
            throw Refused()
          }
        }
        let free = try await database.execute(
          "UPDATE t SET id = 1 WHERE id IN (SELECT id FROM t FOR UPDATE SKIP LOCKED)")
        #expect(free == 1)
      }
    }
    try await PostgresServer.onThread { try server.stop() }
  }

  private static func isStopped(_ process: Int) -> Bool {
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state?.contains(") T ") ?? true
  }

  /// Whether a socket of this machine has bytes from a port that its process has not read.
  private static func hasUnreadBytes(fromPort port: Int) -> Bool {
    // The kernel returns it in pieces, at the first of which `String(contentsOfFile:)` may end.
    guard let table = try? FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp")).readToEnd() else { return true }
    return String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst().contains { line in
      // sl, local address, remote address, state, tx_queue:rx_queue
      let fields = line.split(separator: " ")
      guard fields.count > 4, let remote = fields[2].split(separator: ":").last, Int(remote, radix: 16) == port else {
        return false
      }
      return fields[4].split(separator: ":").last.flatMap { Int($0, radix: 16) } ?? 0 > 0
    }
  }

  @Test func anUnreachableServerIsNamedWithoutThePassword() async throws {
    for (url, code) in [
      ("postgres://me:hunter2@127.0.0.1:1/app", .cannotOpen), ("postgres://me:hunter2@[", .cannotOpen),
    ] as [(String, DatabaseError.Code)] {
      let error = try await failure { _ = try await PostgresEngine.open(PostgresOptions(url: url)) }
      #expect(error.code == code)
      #expect(!"\(error)".contains("hunter2"))
    }
  }

  @Test func aHintComesAfterEachNotificationAndEachReconnect() async throws {
    try await withPostgres { engine, name in
      let database = Database(engine)
      let server = try await PostgresServer.common()
      var hints = engine.listen(to: "jobs").makeAsyncIterator()
      // The first hint says that the connection listens.
      #expect(await hints.next() != nil)
      try await database.execute("NOTIFY jobs")
      #expect(await hints.next() != nil)
      try await server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
      #expect(await hints.next() != nil)
      try await database.transaction { _ = try await $0.query("SELECT pg_notify('jobs', '')") }
      #expect(await hints.next() != nil)
      let waiting = Task { [hints] in
        var hints = hints
        return await hints.next() == nil
      }
      waiting.cancel()
      #expect(await waiting.value)
    }
  }
}
