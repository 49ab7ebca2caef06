import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct RevenueCatTests {
  private func event(
    _ type: String, of user: UUID?, at instant: Date = noon, _ more: JSONObject = [:]
  ) -> JSONObject {
    revenueCatEvent(type, of: user, at: instant, more)
  }

  private func send(_ event: JSONObject, to host: TestHost) async throws { try await host.send(event) }

  @Test func aPurchaseAndItsEnd() async throws {
    try await withStore { host, _ in
      let user = UUID()
      try await send(event("INITIAL_PURCHASE", of: user), to: host)
      #expect(try await host.tier(of: user) == "premium")
      // Unsubscribed: the tier stays until the period ends.
      try await send(event("CANCELLATION", of: user, at: noon + 1, ["cancel_reason": "UNSUBSCRIBE"]), to: host)
      #expect(try await host.tier(of: user) == "premium")
      try await send(event("EXPIRATION", of: user, at: noon - 60, ["transaction_id": "0"]), to: host)
      #expect(try await host.tier(of: user) == "premium", "the newer transaction counts")
      try await send(
        event("EXPIRATION", of: user, at: noon + 2, ["expiration_at_ms": noon.milliseconds]), to: host)
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test(arguments: [
    ("RENEWAL", "premium"), ("UNCANCELLATION", "premium"), ("BILLING_ISSUE", "premium"),
    ("SUBSCRIPTION_EXTENDED", "premium"), ("SUBSCRIPTION_PAUSED", "premium"), ("REFUND_REVERSED", "premium"),
    ("TEMPORARY_ENTITLEMENT_GRANT", "premium"), ("NON_RENEWING_PURCHASE", "premium"), ("TEST", "free"),
    ("PRODUCT_CHANGE", "free"), ("INVOICE_ISSUANCE", "free"), ("SOMETHING_NEW", "free"), ("TRANSFER", "free"),
  ])
  func everyTypeIsTaken(type: String, tier: String) async throws {
    try await withStore { host, _ in
      let user = UUID()
      try await send(event(type, of: user), to: host)
      #expect(try await host.tier(of: user) == tier)
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 1)
    }
  }

  @Test func aRefundTakesTheTier() async throws {
    try await withStore { host, _ in
      let user = UUID()
      try await send(event("INITIAL_PURCHASE", of: user), to: host)
      try await send(event("CANCELLATION", of: user, at: noon + 1, ["cancel_reason": "CUSTOMER_SUPPORT"]), to: host)
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test func aRefundStaysWhenTheRenewalIsChanged() async throws {
    try await withStore { host, _ in
      let user = UUID()
      try await send(event("INITIAL_PURCHASE", of: user), to: host)
      try await send(event("CANCELLATION", of: user, at: noon + 1, ["cancel_reason": "CUSTOMER_SUPPORT"]), to: host)
      try await send(event("CANCELLATION", of: user, at: noon + 2, ["cancel_reason": "UNSUBSCRIBE"]), to: host)
      try await send(event("UNCANCELLATION", of: user, at: noon + 3), to: host)
      #expect(try await host.tier(of: user) == "free")
      try await send(event("REFUND_REVERSED", of: user, at: noon + 4), to: host)
      #expect(try await host.tier(of: user) == "premium")
    }
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [2, 1, 0], [2, 0, 1], [1, 0, 2], [1, 2, 0]])
  func aGracePeriodStaysWhenTheRenewalIsCancelled(order: [Int]) async throws {
    let clock = SteppingClock()
    try await withStore(clock: clock.wall) { host, _ in
      let user = UUID()
      let end: JSONObject = ["expiration_at_ms": (noon + 10).milliseconds]
      var (issue, cancellation) = (end, end)
      issue["grace_period_expiration_at_ms"] = (noon + 86_400).milliseconds
      cancellation["cancel_reason"] = "BILLING_ERROR"
      let events = [
        event("INITIAL_PURCHASE", of: user, end), event("BILLING_ISSUE", of: user, at: noon + 11, issue),
        event("CANCELLATION", of: user, at: noon + 12, cancellation),
      ]
      for position in order { try await send(events[position], to: host) }
      clock.advance(by: 20)
      #expect(try await host.tier(of: user) == "premium")
      try await send(event("EXPIRATION", of: user, at: noon + 19, end), to: host)
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test func aTemporaryGrantLastsADayAtMost() async throws {
    let clock = SteppingClock()
    try await withStore(clock: clock.wall) { host, _ in
      let user = UUID()
      var grant = event("TEMPORARY_ENTITLEMENT_GRANT", of: user)
      grant["transaction_id"] = .null
      grant["original_transaction_id"] = .null
      try await send(grant, to: host)
      #expect(try await host.tier(of: user) == "premium")
      clock.advance(by: 86_400)
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test func aTransferGivesTheSubscriptionToAnotherUser() async throws {
    try await withStore { host, _ in
      let (one, two) = (UUID(), UUID())
      try await send(event("INITIAL_PURCHASE", of: one), to: host)
      let transfer: JSONObject = [
        "id": "transfer", "type": "TRANSFER", "event_timestamp_ms": (noon + 1).milliseconds, "store": "APP_STORE",
        "transferred_from": ["$RCAnonymousID:9", one.json], "transferred_to": [two.json],
      ]
      try await send(transfer, to: host)
      #expect(try await host.tier(of: one) == "free")
      #expect(try await host.tier(of: two) == "premium")
      // A late event of the former user does not take it back.
      try await send(event("RENEWAL", of: one, at: noon + 0.5), to: host)
      #expect(try await host.tier(of: two) == "premium")
      #expect(try await host.tier(of: one) == "free")
    }
  }

  @Test func aUserIsFoundAmongTheAliases() async throws {
    try await withStore { host, _ in
      let user = UUID()
      try await send(
        event("INITIAL_PURCHASE", of: nil, ["aliases": ["$RCAnonymousID:1", .string(user.uuidString)]]), to: host)
      #expect(try await host.tier(of: user) == "premium")
    }
  }

  @Test func anotherEnvironmentChangesNothing() async throws {
    try await withStore { host, _ in
      let user = UUID()
      try await send(event("INITIAL_PURCHASE", of: user, ["environment": "SANDBOX"]), to: host)
      #expect(try await host.tier(of: user) == "free")
      #expect(try await host.outcomes() == ["ignored"])
    }
  }

  @Test func oneEventSentTwentyFourTimesAtOnceTakesEffectOnce() async throws {
    try await withStore { host, _ in
      let body: JSONValue = ["event": .object(event("INITIAL_PURCHASE", of: UUID()))]
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<24 {
          group.addTask { try await host.notify(body, bearer: TestStore.revenueCatSecret).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 1)
      #expect(try await host.count("SELECT count(*) FROM store_periods") == 1)
    }
  }

  @Test(arguments: ["", "wrong", "the bearer of the test", "THE BEARER OF THE TESTS"])
  func anotherBearerIsRefused(bearer: String) async throws {
    try await withStore { host, _ in
      let body: JSONValue = ["event": .object(event("INITIAL_PURCHASE", of: UUID()))]
      for bearer in [bearer, nil] {
        let answer = try await host.notify(body, bearer: bearer)
        #expect(answer.status == 401)
        #expect(answer.code == "INVALID_SIGNATURE")
      }
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 0)
    }
  }

  @Test(arguments: ["id", "type", "event_timestamp_ms", "transaction_id"])
  func aMalformedEventIsRefused(key: String) async throws {
    try await withStore { host, _ in
      for value: JSONValue in [["a"], .string("line\nbreak"), .string(String(repeating: "x", count: 200))] {
        var malformed = event("RENEWAL", of: UUID())
        malformed[key] = value
        let answer = try await host.notify(["event": .object(malformed)], bearer: TestStore.revenueCatSecret)
        #expect(answer.status == 400, "\(key): \(value)")
      }
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 0)
    }
  }
}
