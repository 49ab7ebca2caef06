import Database
import Testing

@testable import Engines

/// The parts of the Postgres engine that need no server.
@Suite struct PostgresRulesTests {
  private typealias Pool = ConnectionPool<Int, String>
  private let start = ContinuousClock.now

  private func pool(size: Int = 2) -> Pool {
    Pool(.init(size: size, acquireTimeout: .seconds(3), idleTimeout: .seconds(300)))
  }

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

  /// Actions in words.
  private func words(_ actions: [Pool.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .connect: "connect"
      case .resume(let waiter, let connection): "\(waiter) gets \(connection)"
      case .fail(let waiter, let error): "\(waiter) fails: \(error.code)"
      case .close(let connection): "close \(connection)"
      }
    }
  }

  private func enter(_ pool: inout Pool, at instant: ContinuousClock.Instant) -> String {
    switch pool.enter(at: instant) {
    case .granted(let connection): "\(connection)"
    case .mustWait: "wait"
    case .refused: "refused"
    }
  }

  @Test func theLongestWaiterIsServedFirstAndIsNotOvertaken() {
    var pool = pool(size: 1)
    #expect(enter(&pool, at: start) == "wait")
    #expect(words(pool.wait("a", as: 1, at: start)) == ["connect"])
    #expect(words(pool.wait("b", as: 2, at: start)) == [])
    #expect(words(pool.connected(7, at: start)) == ["a gets 7"])
    #expect(enter(&pool, at: start) == "wait")
    #expect(words(pool.giveBack(7, at: start)) == ["b gets 7"])
    #expect(words(pool.giveBack(7, at: start)) == [])
    #expect(enter(&pool, at: start) == "7")
  }

  @Test func connectionsAreBoundedByTheSizeAndByTheWaiters() {
    var pool = pool(size: 3)
    #expect(words(pool.wait("a", as: 1, at: start)) == ["connect"])
    #expect(words(pool.wait("b", as: 2, at: start)) == ["connect"])
    #expect(words(pool.wait("c", as: 3, at: start)) == ["connect"])
    #expect(words(pool.wait("d", as: 4, at: start)) == [])
    #expect(words(pool.connected(1, at: start)) == ["a gets 1"])
    // Lost while it was leased: another takes its place.
    #expect(words(pool.lose(at: start)) == ["connect"])
  }

  @Test func aWaiterFailsAfterTheTimeoutWithTheReason() {
    var pool = pool(size: 1)
    _ = pool.wait("a", as: 1, at: start)
    _ = pool.connected(1, at: start)
    _ = pool.wait("b", as: 2, at: at(1))
    #expect(pool.due == at(4))
    #expect(words(pool.next(at: at(3.9))) == [])
    #expect(words(pool.next(at: at(4))) == ["b fails: poolExhausted"])
    _ = pool.wait("c", as: 3, at: at(5))
    #expect(words(pool.lose(at: at(5))) == ["connect"])
    _ = pool.failedToConnect(DatabaseError(.unavailable, "away"), at: at(5), chance: 1)
    #expect(words(pool.next(at: at(8))).contains("c fails: unavailable"))
  }

  @Test func anUnreachableServerIsTriedOnceAtATimeWithBackOff() {
    var pool = pool(size: 8)
    for id in 1...8 { _ = pool.wait("\(id)", as: UInt64(id), at: at(100)) }
    let away = DatabaseError(.unavailable, "away")
    for _ in 1...3 { #expect(words(pool.failedToConnect(away, at: start, chance: 1)) == []) }
    #expect(words(pool.failedToConnect(away, at: start, chance: 1)) == [])
    // After four failures: 400 ms.
    #expect(pool.due == at(0.4))
    #expect(words(pool.next(at: at(0.39))) == [])
    #expect(words(pool.next(at: at(0.4))) == ["connect"])
    #expect(words(pool.failedToConnect(away, at: at(1), chance: 0.5)) == [])
    #expect(pool.due == at(1).advanced(by: .milliseconds(400) * 0.5))
    for second in stride(from: 10.0, through: 40, by: 2) {
      #expect(words(pool.next(at: at(second))) == ["connect"])
      _ = pool.failedToConnect(away, at: at(second), chance: 1)
    }
    #expect(pool.due == at(40).advanced(by: .milliseconds(400)))
    #expect(words(pool.next(at: at(41))) == ["connect"])
    #expect(words(pool.connected(1, at: at(41))) == ["1 gets 1", "connect", "connect", "connect", "connect"])
  }

  @Test func aWaiterCanLeaveTheQueueUntilItHasAConnection() {
    var pool = pool()
    _ = pool.wait("a", as: 1, at: start)
    #expect(pool.stopWaiting(1) == "a")
    #expect(pool.stopWaiting(1) == nil)
    #expect(words(pool.connected(1, at: start)) == [])
    #expect(enter(&pool, at: start) == "1")
  }

  @Test func idleAndLostConnectionsAreRemoved() {
    var pool = pool()
    _ = pool.adopt(1, at: start)
    _ = pool.adopt(2, at: at(10))
    #expect(pool.due == at(300))
    #expect(words(pool.next(at: at(300))) == ["close 1"])
    #expect(words(pool.loseIdle(at: at(300)) { $0 == 2 }) == [])
    #expect(pool.due == nil)
    #expect(enter(&pool, at: at(301)) == "wait")
  }

  @Test func closingLetsLeasesAndWaitersFinish() {
    var pool = pool(size: 1)
    _ = pool.adopt(1, at: start)
    #expect(enter(&pool, at: start) == "1")
    _ = pool.wait("b", as: 2, at: start)
    #expect(words(pool.close(at: start)) == [])
    #expect(enter(&pool, at: start) == "refused")
    #expect(words(pool.giveBack(1, at: start)) == ["b gets 1"])
    #expect(!pool.isDrained)
    #expect(words(pool.giveBack(1, at: start)) == ["close 1"])
    #expect(pool.isDrained)
    // The waiter entered before the close, and began to wait after it.
    #expect(words(pool.wait("c", as: 3, at: start)) == ["c fails: closed"])
    #expect(pool.isDrained)
  }

  @Test func anInterruptedRoundTripHasALimitToEnd() {
    var queue = RoundTripQueue()
    for id in 1...3 as ClosedRange<UInt64> {
      queue.append(RoundTrip(id: id, slots: [], deadline: id == 2 ? at(5) : nil) { _ in })
    }
    #expect(queue.overdue(at: at(4)) == [])
    #expect(queue.overdue(at: at(5)) == [2])
    let interrupted = [2, 2, 9].map { queue.interrupt($0, .timedOut, until: at(6)) }
    #expect(interrupted == [true, false, false])
    #expect(queue.overdue(at: at(5)) == [])
    #expect(!queue.hasOverdueInterruption(at: at(5.9)))
    #expect(queue.hasOverdueInterruption(at: at(6)))
    let lost = queue.lose(because: .lostConnection)
    #expect(lost.map(\.0.id) == [1, 2, 3])
    #expect(lost.map { $0.1.interruption != nil } == [false, true, false])
    #expect(queue.isEmpty)
  }

  @Test func theLeastRecentlyUsedStatementIsDropped() {
    var cache = StatementCache(limit: 2)
    let statements = (1...3).map { Statement(SQL(text: "SELECT \($0)")) }
    #expect(cache.use(statements[0], as: nil).isNew)
    #expect(cache.use(statements[1], as: nil).isNew)
    #expect(!cache.use(statements[0], as: nil).isNew)
    #expect(cache.use(statements[2], as: nil).isNew)
    #expect(cache.takeDiscarded() == ["s2"])
    #expect(!cache.use(statements[0], as: nil).isNew)
    // Each role has a prepared statement of its own.
    #expect(cache.use(statements[0], as: "anon").isNew)
    let known = cache.use(statements[0], as: "anon").statement
    cache.forget(known, isPrepared: false)
    #expect(cache.use(statements[0], as: "anon").isNew)
  }

  @Test(arguments: [
    ("a; b;;c", ["a", " b", "c"]),
    ("-- x; y\n a; /* b; /* c; */ */ ;d", ["-- x; y\n a", "d"]),
    ("';' ; \";\" ; 'it''s;'", ["';' ", " \";\" ", " 'it''s;'"]),
    ("E'\\';' ; e'a\\\\';b", ["E'\\';' ", " e'a\\\\'", "b"]),
    ("name '\\'; b", ["name '\\'", " b"]),
    ("$$;$$; $a$ $$; $b$ ; $a$ ; $1;x", ["$$;$$", " $a$ $$; $b$ ; $a$ ", " $1", "x"]),
    ("rule do (a; b); c", ["rule do (a; b)", " c"]),
    (
      "CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN a THEN b END; SELECT 2; END; c",
      ["CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN a THEN b END; SELECT 2; END", " c"]
    ),
    ("  \n -- nothing", []),
  ])
  func scriptsAreSplitAsPsqlDoes(_ script: String, _ statements: [String]) {
    #expect(SQLScript(script).statements == statements)
  }

  @Test(arguments: [
    ("SELECT 1", false), ("SET lock_timeout = 1", true), ("SET LOCAL lock_timeout = 1", false), ("DO $$ $$", true),
    ("SELECT SET_CONFIG('role', 'x', false)", true), ("select pg_advisory_lock(1)", true),
    ("SELECT pg_advisory_xact_lock(1)", false), ("CALL p()", true),
    ("CREATE LOCAL TEMPORARY TABLE t (id int)", true), ("create or replace temp view v as select 1", true),
    ("CREATE TABLE pg_temp.t (id int)", true), ("SELECT 1 AS a INTO TEMP t", true), ("CREATE TABLE temps ()", false),
  ])
  func statementsThatChangeTheSessionAreRecognised(_ text: String, _ leaves: Bool) {
    #expect(StatementRules(text).leavesTraces == leaves)
  }

  @Test func anAddressShowsNoPassword() throws {
    for url in [
      "postgres://me:hunter2@db.example:6543/app?pgbouncer=true&sslmode=require",
      "postgresql://me:hunter2@db.example/app",
    ] {
      let address = try ServerAddress(url: url, defaults: ["application_name": "x"])
      #expect(address.parameters["password"] == "hunter2")
      #expect(address.isPooler == url.contains("6543"))
      #expect(address.description.hasPrefix("db.example:"))
      var dumped = ""
      dump(PostgresOptions(url: url), to: &dumped)
      #expect(!"\(address)\(PostgresOptions(url: url))\(dumped)".contains("hunter2"))
    }
    for url in [
      "mysql://me:hunter2@db/app", "postgres://me:hunter2%@db/app",
      "postgres://me:hunter2@db/app?nonsense=1", "postgres://me:hun/ter2@db/app", "postgres://me:2/hunter@db/app",
      "postgres://me:ter@hunter2@db/app", "postgres://db?password=hun@ter2", "postgres://me:hunter2",
      "postgres://me:2?hunter", "postgres://db?password=2&hunter=1", "postgres://me@db/app?sslmode=hunter",
    ] {
      let error = try #require(#expect(throws: DatabaseError.self) { try ServerAddress(url: url, defaults: [:]) })
      #expect(error.code == .cannotOpen)
      #expect(!error.message.contains("hun"))
    }
    // libpq accepts these characters without escapes.
    #expect(try ServerAddress(url: "postgres://me:a?b#c:d@db/app", defaults: [:]).parameters["password"] == "a?b#c:d")
  }
}
