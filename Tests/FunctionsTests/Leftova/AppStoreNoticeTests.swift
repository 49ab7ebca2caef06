import Edge
import Foundation
import SigningChains
import SwiftletTesting
import Testing

@Suite struct AppStoreNoticeTests {
  @Test(arguments: ["com.leftova.premium.monthly", "com.leftova.premium.annual"])
  func aPurchaseIsThePremiumTierUntilItEnds(product: String) async throws {
    let clock = SteppingClock()
    try await withStore(clock: clock.wall) { host, store in
      let user = UUID()
      #expect(try await host.tier(of: user) == "free")
      let purchase = AppStoreNote(subtype: "INITIAL_BUY", user: user, product: product)
      try await host.notify(purchase, of: store)
      #expect(try await host.tier(of: user) == "premium")
      let status = try await host.call("subscription_status", by: user).json
      #expect(status?["premiumUntil"] == "2026-03-31T12:00:00.000Z")
      for _ in 0..<7 { #expect(try await host.perform("search", by: user).status == 200) }
      #expect(try await host.call("search_recipes", by: user, ["ingredients": ["egg", "rice"]]).status == 200)
      clock.advance(by: 30 * 86_400 - 0.001)
      #expect(try await host.tier(of: user) == "premium")
      clock.advance(by: 0.001)
      #expect(try await host.tier(of: user) == "free")
      #expect(try await host.tier(of: UUID()) == "free")
    }
  }

  @Test func renewalsGraceAndExpiryFollowTheStore() async throws {
    let clock = SteppingClock()
    try await withStore(clock: clock.wall) { host, store in
      let user = UUID()
      _ = try await host.perform("search", by: user)
      var note = AppStoreNote(user: user)
      try await host.notify(note, of: store)
      // Renewed: a transaction of its own in the same subscription, without the user's id.
      clock.advance(by: 30 * 86_400)
      note = AppStoreNote(
        type: "DID_RENEW", signedAt: clock.wall.now, number: "2", purchasedAt: clock.wall.now,
        endsAt: clock.wall.now + 30 * 86_400)
      try await host.notify(note, of: store)
      #expect(try await host.tier(of: user) == "premium")
      // The payment fails: the store grants a grace period.
      clock.advance(by: 30 * 86_400)
      note.type = "DID_FAIL_TO_RENEW"
      note.subtype = "GRACE_PERIOD"
      note.id = UUID()
      note.signedAt = clock.wall.now
      note.graceEndsAt = clock.wall.now + 6 * 86_400
      #expect(try await host.tier(of: user) == "free")
      try await host.notify(note, of: store)
      #expect(try await host.tier(of: user) == "premium")
      // The grace period ends.
      clock.advance(by: 86_400)
      note.type = "GRACE_PERIOD_EXPIRED"
      note.id = UUID()
      note.signedAt = clock.wall.now
      try await host.notify(note, of: store)
      #expect(try await host.tier(of: user) == "free")
      #expect(try await host.outcomes() == ["applied", "applied", "applied", "applied"])
    }
  }

  @Test func aRefundTakesTheTierAndItsReversalGivesItBack() async throws {
    try await withStore { host, store in
      let user = UUID()
      var note = AppStoreNote(user: user)
      try await host.notify(note, of: store)
      for (type, revocation, tier) in [
        ("REFUND", noon, "free"), ("REFUND_REVERSED", nil, "premium"), ("REVOKE", noon, "free"),
      ] as [(String, Date?, String)] {
        note.type = type
        note.id = UUID()
        note.signedAt += 60
        note.revokedAt = revocation
        try await host.notify(note, of: store)
        #expect(try await host.tier(of: user) == tier, "\(type)")
      }
    }
  }

  @Test func aRefundOfAnEarlierPeriodTakesNothing() async throws {
    try await withStore { host, store in
      let user = UUID()
      try await host.notify(
        AppStoreNote(
          user: user, signedAt: noon - 20 * 86_400, number: "1", purchasedAt: noon - 30 * 86_400, endsAt: noon + 60),
        of: store)
      try await host.notify(AppStoreNote(type: "DID_RENEW", user: user, number: "2"), of: store)
      try await host.notify(
        AppStoreNote(
          type: "REFUND", user: user, signedAt: noon + 60, number: "1", purchasedAt: noon - 30 * 86_400,
          endsAt: noon + 60, revokedAt: noon + 60), of: store)
      #expect(try await host.tier(of: user) == "premium")
      // The refund of the newest period takes the tier, though the earlier one has a minute left.
      try await host.notify(
        AppStoreNote(type: "REFUND", user: user, signedAt: noon + 61, number: "2", revokedAt: noon + 61), of: store)
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test func aNoticeForAnUnknownUserIsStoredAndCountsOnceTheUserComes() async throws {
    try await withStore { host, store in
      let user = UUID()
      try await host.notify(AppStoreNote(user: user), of: store)
      try await host.notify(AppStoreNote(id: UUID(), signedAt: noon + 1, original: "7", number: "7"), of: store)
      #expect(try await host.outcomes() == ["unknown_user", "unknown_user"])
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
      #expect(try await host.tier(of: user) == "premium")
    }
  }

  @Test func otherTypesAndProductsAreStoredAndChangeNothing() async throws {
    try await withStore { host, store in
      let user = UUID()
      try await host.notify(AppStoreNote(type: "TEST", hasTransaction: false), of: store)
      try await host.notify(AppStoreNote(type: "SOMETHING_NEW", subtype: "NEWER", hasTransaction: false), of: store)
      try await host.notify(AppStoreNote(user: user, product: "com.leftova.sticker"), of: store)
      #expect(try await host.outcomes() == ["ignored", "ignored", "ignored"])
      #expect(try await host.tier(of: user) == "free")
      #expect(try await host.count("SELECT count(*) FROM store_subscriptions") == 0)
    }
  }

  @Test func theSubscriptionsOfADeletedUserGo() async throws {
    try await withStore { host, store in
      let user = UUID()
      _ = try await host.perform("search", by: user)
      try await host.notify(AppStoreNote(user: user), of: store)
      #expect(try await host.outcomes() == ["applied"])
      try await host.database.execute("DELETE FROM users WHERE id = \(user)")
      #expect(try await host.count("SELECT count(*) FROM store_subscriptions") == 0)
      #expect(try await host.count("SELECT count(*) FROM store_periods") == 0)
    }
  }
}
