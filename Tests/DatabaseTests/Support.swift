import Foundation
import Testing

@testable import Database

/// A database of its own for each test, closed afterwards.
func withDatabase<T>(
  _ options: SQLiteOptions = SQLiteOptions(transactionIdleLimit: .seconds(60)), schema: String = "",
  _ body: (Database) async throws -> T
) async throws -> T {
  let database = Database(try SQLiteEngine.temporary(options: options))
  do {
    if !schema.isEmpty { try await database.transaction { try await $0.run(script: schema) } }
    let value = try await body(database)
    await database.close()
    return value
  } catch {
    await database.close()
    throw error
  }
}

/// Runs what is expected to fail, and returns its error.
func failure(
  of body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> DatabaseError {
  let error = await #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) { try await body() }
  return try #require(error, sourceLocation: sourceLocation)
}

/// Returns when so many transactions wait for their turn: there is no event for it, only the count.
func untilWaiting(_ count: Int, on database: Database) async throws {
  let engine = try #require(database.engine as? SQLiteEngine)
  while await engine.writer.waitingCount < count { await Task.yield() }
}

/// Something that happens once and can be waited for.
actor Signal {
  private var hasHappened = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func fire() {
    hasHappened = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func wait() async {
    if hasHappened { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
