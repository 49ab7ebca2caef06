import Edge
import Foundation
import Loop
import Testing

@testable import Host

/// Calls whose transaction begins again, which releases the lock of their key, on several hosts of one Postgres. A SQLite
/// file has one host.
@Suite(.timeLimit(.minutes(10))) struct IdempotentRestartTests {
  @Test(.onPostgres, arguments: ["after", "within"]) func theKeyStaysWithTheCall(_ place: String) async throws {
    try await SharedHosts.run(2, patience: 0.05) { (host) async throws in
      async let first = host.call("stumble", place, key: "k", on: 0)
      _ = await host.effects.holds.value()
      #expect(try await host.call("stumble", place, key: "k", on: 1).verdict == "409 IDEMPOTENCY_KEY_IN_USE")
      host.effects.mayEnd.fulfil(true)
      #expect(try await first.done?.run == 1)
      #expect(try await host.call("stumble", place, key: "k", on: 1).isReplayed)
      #expect(host.effects.runs.value == 1)
      #expect(try await host.notes() == [place])
    }
  }

  @Test(.onPostgres) func aCallThatLosesItsKeyLeavesNothing() async throws {
    try await SharedHosts.run { (host) async throws in
      async let call = host.call("stumble", "before", key: "k")
      _ = await host.effects.holds.value()
      async let other: Void = takeKey(host)
      try await untilAKeyIsAwaited(host)
      host.effects.mayEnd.fulfil(true)
      try await other
      // The first run ended with its next statement. The function ran again, once the key was free.
      #expect(try await call.done == Effects.Done(note: "before", run: 2))
      #expect(try await host.notes() == ["before"])
      #expect(try await host.keys() == 1)
    }
  }

  /// Takes the key as another host does, as soon as its lock is released, and holds it until the call has noticed.
  private func takeKey(_ host: SharedHosts) async throws {
    let identity = Identity(Claims(["sub": .string(Forge.user), "role": "authenticated"]))
    let key = try IdempotencyKey(value: [UInt8]("k".utf8)[...])
    let (first, second) = KeyID(key, of: identity, function: "stumble").lockNumbers
    try await host.database.transaction { transaction in
      _ = try await transaction.query(
        """
        SELECT 1 AS it FROM pg_advisory_xact_lock(CAST(\(Int(first)) AS int4), CAST(\(Int(second)) AS int4))
        """)
      _ = await host.effects.stumbled.value()
    }
  }

  /// Returns once a transaction waits for an advisory lock.
  private func untilAKeyIsAwaited(_ host: SharedHosts) async throws {
    let waiting: SQL = """
      SELECT 1 AS it FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
      """
    while try await host.database.query(waiting).isEmpty { await Task.yield() }
  }
}
