import Edge
import Engines
import Foundation
import Jobs
import Loop
import SwiftletTesting
import Testing

@testable import Host

/// The table of idempotency keys with the machine's clock, on either engine.
@Suite(.timeLimit(.minutes(10))) struct KeyStoreTests {
  private let answer = StoredAnswer(payload: PayloadDigest(bytes: [1]), status: 201, fields: nil, body: [7])

  private func id(_ key: String = "key") throws -> KeyID {
    KeyID(try IdempotencyKey(value: [UInt8](key.utf8)[...]), of: nil, function: "f")
  }

  /// Runs a test with a table of its own.
  private func run(_ test: (KeyStore, Database) async throws -> Void) async throws {
    let temporary = try await TemporaryDatabase(migrations: [JobSystem.migrations])
    let result: Result<Void, any Error>
    do {
      result = .success(try await test(KeyStore(database: temporary.database, clock: .system), temporary.database))
    } catch {
      result = .failure(error)
    }
    await temporary.remove()
    try result.get()
  }

  @Test func anAnswerIsFoundUntilItHasExpired() async throws {
    try await run { (store, database) async throws in
      let id = try id()
      guard case .free(hasExpired: false) = try await store.find(id) else { throw Unexpected() }
      try await database.transaction { try await store.append(answer, for: id, removing: false, in: $0) }
      guard case .answered(answer) = try await store.find(id) else { throw Unexpected() }
      let error = await #expect(throws: DatabaseError.self) {
        try await database.transaction { try await store.append(answer, for: id, removing: true, in: $0) }
      }
      #expect(error.map(KeyStore.isTaken) == true, "only an expired answer is removed")
      let table: SQL = store.isShared ? "swiftlet.idempotency_keys" : "swiftlet_idempotency_keys"
      try await database.execute("UPDATE \(table) SET expires_at = \(Date.now.addingTimeInterval(-1))")
      guard case .free(hasExpired: true) = try await store.find(id) else { throw Unexpected() }
      try await database.transaction { try await store.append(answer, for: id, removing: true, in: $0) }
      guard case .answered(answer) = try await store.find(id) else { throw Unexpected() }
    }
  }

  @Test(.onPostgres) func postgresDecidesByItsOwnClock() async throws {
    try await run { (store, database) async throws in
      try await database.transaction { transaction in
        try await transaction.run(
          script: """
            CREATE SCHEMA ahead;
            CREATE FUNCTION ahead.statement_timestamp() RETURNS timestamptz LANGUAGE sql
              AS $$ SELECT pg_catalog.statement_timestamp() + interval '7 days' $$;
            """)
      }
      let id = try id()
      try await database.transaction { try await store.append(answer, for: id, removing: false, in: $0) }
      try await database.transaction { transaction in
        guard case .answered = try await store.claim(id, in: transaction) else { throw Unexpected() }
        // The database's clock goes on by a week, and the machine's does not.
        try await transaction.execute("SET LOCAL search_path = ahead, pg_catalog")
        guard case .free(hasExpired: true) = try await store.claim(id, in: transaction) else { throw Unexpected() }
        try await store.append(answer, for: id, removing: true, in: transaction)
        let expiry: Date? = try await transaction.first("SELECT expires_at FROM swiftlet.idempotency_keys")?
          .get("expires_at")
        #expect((expiry ?? .distantPast) > Date.now.addingTimeInterval(7 * 86_400))
      }
    }
  }

  @Test(.onPostgres) func aKeyIsClaimedAgainUnlessAnotherHostHasIt() async throws {
    try await run { (store, database) async throws in
      let id = try id()
      try await database.transaction { try await store.claimAgain(id, in: $0, .readCommitted) }
      try await database.transaction { transaction in
        _ = try await store.claim(id, in: transaction)
        // A task of its own, since a transaction's body begins no other one.
        let other = Task {
          try await database.transaction { try await store.claimAgain(id, in: $0, .readCommitted) }
        }
        let error = await #expect(throws: KeyTaken.self) { try await other.value }
        #expect(error?.answer == nil)
        try await store.append(answer, for: id, removing: false, in: transaction)
      }
      let error = await #expect(throws: KeyTaken.self) {
        try await database.transaction { try await store.claimAgain(id, in: $0, .readCommitted) }
      }
      #expect(error?.answer == answer)
    }
  }

  @Test(.onPostgres) func serializableCallsWithDifferentKeysDoNotConflict() async throws {
    try await run { (store, database) async throws in
      let (one, other) = (try id("one"), try id("other"))
      let (isClaimed, isStored) = (Promise<Void>(), Promise<Void>())
      let first = Task {
        try await database.transaction(isolation: .serializable) { transaction in
          try await store.claimAgain(one, in: transaction, .serializable)
          isClaimed.fulfil(())
          await isStored.value()
          try await store.append(answer, for: one, removing: false, in: transaction)
        }
      }
      await isClaimed.value()
      try await database.transaction(isolation: .serializable) { transaction in
        try await store.claimAgain(other, in: transaction, .serializable)
        // The lock is the key's alone, and another host has it.
        let taken = Task {
          try await database.transaction(isolation: .serializable) {
            try await store.claimAgain(other, in: $0, .serializable)
          }
        }
        await #expect(throws: KeyTaken.self) { try await taken.value }
        try await store.append(answer, for: other, removing: false, in: transaction)
      }
      isStored.fulfil(())
      try await first.value
    }
  }

  private struct Unexpected: Error {}
}
