import Edge
import Foundation
import Functions
import SwiftletTesting
import Synchronization
import Testing

/// The time of most tests.
let noon = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01T12:00:00Z

/// A clock that tests set.
final class SteppingClock: Sendable {
  private let instant: Mutex<Date>

  init(_ start: Date = noon) { instant = Mutex(start) }

  var wall: WallClock { WallClock { self.instant.withLock { $0 } } }

  func advance(by seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}

/// Runs a test against the apps on a separate database.
func withApps(clock: WallClock = .fixed(noon), _ body: (TestHost) async throws -> Void) async throws {
  let host = try await TestHost(
    functions: functions, procedures: procedures, routes: routes, migrations: [migrations], clock: clock)
  try await host.test(body)
}

extension TestHost {
  /// The count that a query returns.
  func count(_ sql: SQL) async throws -> Int {
    let row = try #require(try await database.first(sql))
    return try row.get(#require(row.columns.first))
  }
}
