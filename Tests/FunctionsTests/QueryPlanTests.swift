import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// The statements of every call find their rows by an index.
@Suite struct QueryPlanTests {
  @Test func noStatementScansATable() async throws {
    let id = UUID()
    let code = try #require(InviteCode(typed: "222222"))
    let statements: [SQL] = [
      .insertLike(.withoutMatch, id, of: id, in: id, by: id, at: noon),
      .insertLike(.any, id, of: id, in: id, by: id, at: noon),
      .standing(of: id, in: id, for: id),
      .match(id, with: id, at: noon),
      .session(of: code, hold: ""),
      .inviteMisses(of: id),
      .recordInviteMiss(of: id, slot: 0, at: noon),
      .activeShares(of: id, at: noon),
      .part(of: id, in: id),
      .options(of: id),
      .openSessions(of: id),
      .participantCount(of: id),
      .riddle(of: CalendarDay(containing: noon)),
      LateRegistration(userID: id, registeredAt: noon).resumption,
    ]
    try await withApps { host in
      for statement in statements {
        let scans = try await host.scans(of: statement)
        #expect(scans.isEmpty, "\(statement): \(scans)")
      }
    }
  }

  /// Its only scan is that of two rows at most.
  @Test func oldSharesAreFoundByAnIndex() async throws {
    try await withApps { host in
      let scans = try await host.scans(of: .deleteOldShares(of: UUID(), at: noon, keeping: 1000))
      #expect(scans.allSatisfy { $0 == "SCAN beyond" }, "\(scans)")
    }
  }
}
