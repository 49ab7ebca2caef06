import Edge
import Foundation
import Testing

@testable import Jobs

/// The idempotency keys of requests, which `prune_history` removes.
@Suite(.timeLimit(.minutes(10))) struct ExpiredKeyTests {
  /// Stores keys by one statement.
  private func insert(_ range: ClosedRange<Int>, expiring expiry: Date, in fixture: Fixture) async throws {
    let (first, last) = (range.lowerBound, range.upperBound)
    let numbers: SQL =
      fixture.database.dialect == .sqlite
      ? """
      (WITH RECURSIVE n (value) AS (SELECT \(first) UNION ALL SELECT value + 1 FROM n WHERE value < \(last))
      SELECT value FROM n)
      """
      : "(SELECT generate_series(CAST(\(first) AS int), CAST(\(last) AS int)) AS value)"
    let bytes: SQL =
      fixture.database.dialect == .sqlite
      ? "CAST('key ' || value AS BLOB)" : "CAST('key ' || value AS bytea)"
    try await fixture.database.execute(
      """
      INSERT INTO \(fixture.tables.idempotencyKeys) (id, payload, status, fields, body, expires_at)
      SELECT \(bytes), \(bytes), 200, NULL, \(bytes), \(expiry) FROM \(numbers) AS numbers
      """)
  }

  private func ids(_ fixture: Fixture) async throws -> [String] {
    try await fixture.rows("SELECT id FROM \(fixture.tables.idempotencyKeys) ORDER BY number")
      .map { String(decoding: try $0.get("id", as: [UInt8].self), as: UTF8.self) }
  }

  @Test func expiredKeysAreRemovedInBatches() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([])
    let now = fixture.clock.now
    // More than two batches of a thousand.
    try await insert(1...2300, expiring: now, in: fixture)
    try await insert(2301...2301, expiring: now.addingTimeInterval(1), in: fixture)
    // A host whose clock is behind stores one that expires earlier than its neighbours.
    try await insert(2302...2302, expiring: now.addingTimeInterval(-60), in: fixture)
    try await insert(2303...2303, expiring: now.addingTimeInterval(60), in: fixture)
    #expect(try await system.store.pruneHistory(olderThan: .seconds(1), keeping: 10) == 0)
    #expect(try await ids(fixture) == ["key 2301", "key 2303"])
    fixture.clock.advance(by: 1)
    _ = try await system.store.pruneHistory(olderThan: .seconds(1), keeping: 10)
    #expect(try await ids(fixture) == ["key 2303"])
  }

  @Test func keysOfAClockThatIsFarAheadHideNoOthers() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([])
    let now = fixture.clock.now
    // More than a batch, before the others and between them.
    try await insert(1...1200, expiring: now.addingTimeInterval(31_536_000), in: fixture)
    try await insert(1201...2500, expiring: now, in: fixture)
    try await insert(2501...3600, expiring: now.addingTimeInterval(31_536_000), in: fixture)
    try await insert(3601...3602, expiring: now, in: fixture)
    _ = try await system.store.pruneHistory(olderThan: .seconds(1), keeping: 10)
    #expect(try await ids(fixture) == (Array(1...1200) + Array(2501...3600)).map { "key \($0)" })
  }

  @Test func anIDIsStoredOnce() async throws {
    let fixture = try await Fixture()
    try await insert(1...1, expiring: fixture.clock.now, in: fixture)
    let error = await #expect(throws: DatabaseError.self) {
      try await insert(1...1, expiring: fixture.clock.now, in: fixture)
    }
    #expect(error?.code == .uniqueViolation)
    #expect(error?.constraint?.contains("idempotency_keys") == true)
  }
}
