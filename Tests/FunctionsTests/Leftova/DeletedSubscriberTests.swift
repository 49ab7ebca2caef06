import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct DeletedSubscriberTests {
  @Test func aNoticeAfterTheDeletionIsStoredWithoutTheUser() async throws {
    try await withStore { host, store in
      let (user, friend) = (UUID(), UUID())
      try await host.notify(AppStoreNote(user: user), of: store)
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      for (number, isErased) in [false, true].enumerated() {
        if isErased { try await host.drainJobs() }
        let instant = noon + Double(number) * 10
        try await host.notify(
          AppStoreNote(type: "DID_RENEW", user: user, signedAt: instant + 1, number: "renewal-\(number)"), of: store)
        try await host.send(revenueCatEvent("RENEWAL", of: user, at: instant + 2))
        try await host.send(revenueCatTransfer(from: [user.json], to: [friend.json], at: instant + 3))
        try await host.send(revenueCatTransfer(from: [friend.json], to: [user.json], at: instant + 4))
      }
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 9)
      #expect(try await host.tier(of: user) == "free")
      #expect(try await host.tier(of: friend) == "free")
    }
  }

  @Test func theUserWhomALaterNoticeNamesHasTheSubscription() async throws {
    try await withStore { host, _ in
      let (user, other) = (UUID(), UUID())
      try await host.send(revenueCatEvent("INITIAL_PURCHASE", of: user))
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      try await host.drainJobs()
      try await host.send(revenueCatEvent("RENEWAL", of: user, at: noon + 1, ["transaction_id": "2"]))
      #expect(try await host.outcomes() == ["unknown_user", "unknown_user"])
      try await host.send(revenueCatEvent("RENEWAL", of: other, at: noon + 2, ["transaction_id": "3"]))
      #expect(try await host.tier(of: other) == "premium")
      // An earlier notice that names the deleted user does not take it back.
      try await host.send(revenueCatEvent("RENEWAL", of: user, at: noon + 1.5, ["transaction_id": "2"]))
      #expect(try await host.tier(of: other) == "premium")
    }
  }

  @Test func theIdOfASubscriberIsKeptWhileTheStoreMayNameIt() async throws {
    let clock = SteppingClock()
    try await withStore(clock: clock.wall) { host, _ in
      let (subscriber, other) = (UUID(), UUID())
      try await host.send(revenueCatEvent("INITIAL_PURCHASE", of: subscriber))
      for user in [subscriber, other] { #expect(try await host.deleteAccount(of: user) == Answer(204, nil)) }
      try await host.drainJobs()
      #expect(try await keptUntil(other, on: host) == nil)
      #expect(try await keptUntil(subscriber, on: host) == noon + 400 * 86_400)
      clock.advance(by: 365 * 86_400)
      try await host.send(revenueCatEvent("RENEWAL", of: subscriber, at: clock.wall.now, ["transaction_id": "2"]))
      #expect(try await keptUntil(subscriber, on: host) == noon + 765 * 86_400)
    }
  }

  private func keptUntil(_ user: UUID, on host: TestHost) async throws -> Date? {
    let row = try #require(
      try await host.database.first("SELECT kept_until FROM account_deletions WHERE user_id = \(user)"))
    return try row.get("kept_until")
  }
}
