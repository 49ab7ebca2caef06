import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// The limits of a user's shares.
@Suite struct ShareLimitTests {
  @Test func aUserHasTwentyActiveSharesAtMost() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall, connections: 8) { host in
      let user = UUID()
      let share = Share(for: [UUID()])
      // At once, so that none slips through while the others are counted.
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<24 { group.addTask { try await host.call("share_eta", by: user, share.json).status } }
        return try await group.reduce(into: [:]) { counts, status in counts[status, default: 0] += 1 }
      }
      #expect(statuses == [200: 20, 403: 4])
      let refused = try await host.call("share_eta", by: user, share.json)
      #expect(refused.code == "SHARE_LIMIT_REACHED")
      #expect(refused.json?["error"]?["details"] == ["limit": 20])
      let procedure = try await host.rpc("share_eta", by: user, share.parameters)
      #expect((procedure.status, procedure.json?["code"]) == (403, "SHARE_LIMIT_REACHED"))
      #expect(try await host.call("share_eta", by: UUID(), share.json).status == 200)
      clock.advance(by: 3600)
      let later = Share(for: [UUID()], until: "2026-03-01T14:00:00Z")
      #expect(try await host.call("share_eta", by: user, later.json).status == 200)
    }
  }

  @Test func newSharesHaveALimitOfTheirOwn() {
    for traits in [shareETA.traits, shareETAProcedure.traits] {
      #expect(traits.limits == ["shvil": .perMinute(100), "shvil_share": .perMinute(10, burst: 30)])
    }
    // A user with the most active shares is refused with an error that says so.
    #expect(shvilShareLimit.burst > activeShareLimit)
  }

  @Test func theNewestThousandSharesOfAUserAreKept() async throws {
    try await withApps { host in
      let (user, other) = (UUID(), UUID())
      for sharer in [user, other] {
        #expect(try await host.call("share_eta", by: sharer, Share(for: [UUID()]).json).status == 200)
      }
      // Older ones, which have ended: 1,001 of the user, as an earlier version left them, and one of the other user.
      for (sharer, count) in [(user, 1001), (other, 1)] {
        try await host.database.transaction { transaction in
          for number in 1...count {
            try await transaction.execute(
              """
              INSERT INTO eta_shares (id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at)
              SELECT \(UUID()), user_id, route_data, recipients, FALSE, expires_at, \(noon - Double(number)), updated_at
              FROM eta_shares WHERE user_id = \(sharer) AND is_active
              """)
          }
        }
      }
      func kept(of user: UUID) async throws -> Int {
        try await host.count("SELECT count(*) FROM eta_shares WHERE user_id = \(user)")
      }
      for expected in [1001, 1000, 1000] {
        #expect(try await host.call("share_eta", by: user, Share(for: [UUID()]).json).status == 200)
        #expect(try await kept(of: user) == expected)
      }
      // The active ones are among them, and the oldest are gone.
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE user_id = \(user) AND is_active") == 4)
      let oldest = noon - 997
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE created_at < \(oldest)") == 0)
      #expect(try await kept(of: other) == 2)
    }
  }
}
