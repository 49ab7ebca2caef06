import Database
import Testing

@testable import Engines

/// The shares of users in the pool of a Postgres engine, and in the readers and the writer of an SQLite engine.
@Suite(.timeLimit(.minutes(10))) struct ConnectionSharesTests {
  private typealias Pool = ConnectionPool<Int, String>
  private let start = ContinuousClock.now

  /// A pool of 16 connections, all idle.
  private func pool() -> Pool {
    var pool = Pool(.init(size: 16, acquireTimeout: .seconds(3), idleTimeout: .seconds(300)))
    for connection in 1...16 { _ = pool.adopt(connection, at: start) }
    return pool
  }

  private func isGranted(_ pool: inout Pool, to user: String?) -> Bool {
    if case .granted = pool.enter(of: user, at: start) { true } else { false }
  }

  /// The waiters that get a connection, and those that fail.
  private func words(_ actions: [Pool.Action]) -> [String] {
    actions.compactMap { action in
      switch action {
      case .resume(let waiter, _): waiter
      case .fail(let waiter, let error): "\(waiter): \(error.code)"
      case .connect, .close: nil
      }
    }
  }

  @Test func oneUserLeavesConnectionsToOthersAndToTheProgram() {
    var pool = pool()
    let own = (1...16).filter { _ in isGranted(&pool, to: "a") }.count
    #expect(own == 12)
    for id in 1...4000 { #expect(words(pool.wait("a", as: UInt64(id), of: "a", at: start)) == []) }
    #expect(isGranted(&pool, to: "b"))
    #expect(isGranted(&pool, to: "b"))
    #expect(!isGranted(&pool, to: "b"))
    #expect(isGranted(&pool, to: nil))
    #expect(isGranted(&pool, to: nil))
    #expect(!isGranted(&pool, to: nil))
  }

  @Test func waitingUsersTakeTurns() {
    var pool = pool()
    for _ in 1...12 { #expect(isGranted(&pool, to: "a")) }
    for _ in 1...4 { #expect(isGranted(&pool, to: nil)) }
    for id in 1...3 { _ = pool.wait("a\(id)", as: UInt64(id), of: "a", at: start) }
    _ = pool.wait("b1", as: 10, of: "b", at: start)
    _ = pool.wait("program", as: 11, at: start)
    #expect(words(pool.giveBack(1, of: "a", at: start)) == ["a1"])
    #expect(words(pool.giveBack(2, of: "a", at: start)) == ["b1"])
    #expect(words(pool.lose(at: start)) == [])
    #expect(words(pool.connected(17, at: start)) == ["program"])
    #expect(words(pool.giveBack(3, of: "a", at: start)) == ["a2"])
  }

  @Test func aUserWithoutAConnectionFailsAfterTheTimeout() {
    var pool = pool()
    for _ in 1...12 { #expect(isGranted(&pool, to: "a")) }
    _ = pool.wait("a1", as: 1, of: "a", at: start)
    #expect(pool.due == start.advanced(by: .seconds(3)))
    #expect(words(pool.next(at: start.advanced(by: .seconds(3)))) == ["a1: poolExhausted"])
  }

  @Test func aUserOfAnSQLiteEngineLeavesReadersToOthers() async throws {
    let endless: SQL = """
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers
      """
    try await withDatabase(connections: 6) { database in
      let readers = try #require(database.engine as? SQLiteEngine).readers
      let own = database.used(by: "a")
      let queries = (0..<20).map { _ in Task { try await own.query(endless) } }
      while readers.counts.waiting < 16 { await Task.yield() }
      let other = try await database.used(by: "b").query("SELECT 1")
      let program = try await database.query("SELECT 1")
      #expect(other.count == 1 && program.count == 1)
      for query in queries { query.cancel() }
      for query in queries { await #expect(throws: CancellationError.self) { _ = try await query.value } }
      #expect(readers.counts.waiting == 0)
      #expect(try await own.query("SELECT 1").count == 1)
    }
  }

  @Test func aUserOfAPostgresEngineLeavesConnectionsToOthers() async throws {
    try await withPostgres(connections: 8) { engine, _ in
      let database = Database(engine)
      let own = database.used(by: "a")
      let queries = (0..<20).map { _ in Task { try await own.query("SELECT pg_sleep(3600)") } }
      while engine.waitingCount < 15 { await Task.yield() }
      let other = try await database.used(by: "b").query("SELECT 1")
      let program = try await database.transaction { try await $0.query("SELECT 1") }
      #expect(other.count == 1 && program.count == 1)
      for query in queries { query.cancel() }
      for query in queries { await #expect(throws: CancellationError.self) { _ = try await query.value } }
      #expect(try await own.query("SELECT 1").count == 1)
    }
  }
}
