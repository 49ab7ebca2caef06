import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// The statements of groups and hunts find their rows by an index.
@Suite struct HuntQueryPlanTests {
  @Test func noStatementScansATable() async throws {
    let id = UUID()
    try await withApps { host in
      let statements: [SQL] = [
        .groups(of: id), .group(id, of: id), .group(of: "a", or: "b", hold: ""), .memberships(of: id, in: id),
        .members(of: id), .standing(of: id, in: id), .hunt(id, for: id), .hunts(of: id), .hunts(ofGroup: id, for: id),
        .openHunts(of: id), .joining(id, by: id), .checkpoints(of: id, host.database.dialect),
        .checkpoint(id, for: id), .submission(of: id, by: id), .submissions(of: id), .leaderboard(of: id),
        .creator(ofHuntWith: id, for: id),
      ]
      for statement in statements {
        let scans = try await host.scans(of: statement)
        // A SELECT without a table.
        #expect(scans.allSatisfy { $0 == "SCAN CONSTANT ROW" }, "\(statement): \(scans)")
      }
    }
  }
}
