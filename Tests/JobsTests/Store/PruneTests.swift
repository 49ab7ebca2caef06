import Edge
import Foundation
import Testing

@testable import Jobs

/// The deletion of old history.
@Suite(.ownDatabases) struct PruneTests {
  @Test func theHistoryIsReadUpToTheFirstRunThatIsKept() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([])
    let now = fixture.clock.now
    // In the order of the ids. The database was away when the last one ended, so it was written late.
    for age in [300.0, 200, 250, 100, 50, 20, 10, 400] {
      let end = now.addingTimeInterval(-age)
      try await fixture.database.execute(
        """
        INSERT INTO \(fixture.tables.runs) (name, trigger, attempt, scheduled_at, is_late, finished_at, outcome)
        VALUES ('ping', 'enqueue', 1, \(end), 0, \(end), 'completed')
        """)
    }
    #expect(try await system.store.pruneHistory(olderThan: .seconds(150), keeping: 100) == 3)
    #expect(try await fixture.history(system).count == 5, "the last run is left for another day")
    fixture.clock.advance(by: 200)
    #expect(try await system.store.pruneHistory(olderThan: .seconds(150), keeping: 100) == 5)
    #expect(try await system.store.pruneHistory(olderThan: .seconds(150), keeping: 100) == 0, "nothing is left")
  }

  @Test func theFirstRunSinceAnInstantIsFoundBetweenGaps() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([])
    let start = fixture.clock.now
    for number in 1...40 {
      let end = start.addingTimeInterval(Double(number))
      try await fixture.database.execute(
        """
        INSERT INTO \(fixture.tables.runs) (name, trigger, attempt, scheduled_at, is_late, finished_at, outcome)
        VALUES ('ping', 'enqueue', 1, \(end), 0, \(end), 'completed')
        """)
    }
    try await fixture.database.execute("DELETE FROM \(fixture.tables.runs) WHERE id % 3 <> 0")
    let rows = try await fixture.rows("SELECT id, finished_at FROM \(fixture.tables.runs) ORDER BY id")
    let last = try await system.store.lastRun()
    for number in 0...41 {
      let instant = start.addingTimeInterval(Double(number))
      let found = try await system.store.firstRun(since: instant, from: 0, to: last + 1)
      for row in rows {
        let (id, end) = (try row.get("id", as: Int64.self), try row.get("finished_at", as: Date.self))
        #expect((id < found) == (end < instant), "\(number)")
      }
    }
  }
}
