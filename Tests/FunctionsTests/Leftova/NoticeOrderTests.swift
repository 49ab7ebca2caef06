import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct NoticeOrderTests {
  /// The notices of a subscription's life, and the tier after them.
  private func life(of user: UUID) -> [AppStoreNote] {
    let day: TimeInterval = 86_400
    return [
      AppStoreNote(
        user: user, signedAt: noon - 40 * day, number: "1", purchasedAt: noon - 40 * day, endsAt: noon - 10 * day),
      AppStoreNote(
        type: "DID_CHANGE_RENEWAL_STATUS", user: user, signedAt: noon - 30 * day, number: "1",
        purchasedAt: noon - 40 * day, endsAt: noon - 10 * day),
      AppStoreNote(
        type: "DID_RENEW", user: user, signedAt: noon - 10 * day, number: "2", purchasedAt: noon - 10 * day,
        endsAt: noon + 20 * day),
      AppStoreNote(
        type: "REFUND", user: user, signedAt: noon - 5 * day, number: "1", purchasedAt: noon - 40 * day,
        endsAt: noon - 10 * day, revokedAt: noon - 5 * day),
      AppStoreNote(
        type: "RENEWAL_EXTENDED", user: user, signedAt: noon - 1 * day, number: "2", purchasedAt: noon - 10 * day,
        endsAt: noon + 27 * day),
    ]
  }

  @Test func aRepeatedNoticeChangesNothing() async throws {
    try await withStore { host, store in
      let user = UUID()
      let notes = life(of: user)
      for note in notes { try await host.notify(note, of: store) }
      let before = try await host.call("subscription_status", by: user)
      #expect(before.json?["premiumUntil"] == "2026-03-28T12:00:00.000Z")
      for note in notes + notes.reversed() { try await host.notify(note, of: store) }
      #expect(try await host.call("subscription_status", by: user) == before)
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 5)
    }
  }

  @Test func inWhateverOrderNoticesComeTheStateIsTheSame() async throws {
    // All 120 orders of five notices, each as a subscription of its own user.
    try await withStore { host, store in
      var orders: [[Int]] = [[]]
      for number in 0..<5 {
        orders = orders.flatMap { order in
          (0...order.count).map { Array(order[..<$0]) + [number] + Array(order[$0...]) }
        }
      }
      #expect(orders.count == 120)
      for (number, order) in orders.enumerated() where number % 5 == 0 {
        let user = UUID()
        let notes = life(of: user).map { note in
          var note = note
          note.original = "order \(number)".replacing(" ", with: "-")
          return note
        }
        for position in order { try await host.notify(notes[position], of: store) }
        let status = try await host.call("subscription_status", by: user).json
        #expect(status?["premiumUntil"] == "2026-03-28T12:00:00.000Z", "\(order)")
      }
    }
  }

  @Test func anOldNoticeIsStale() async throws {
    try await withStore { host, store in
      let user = UUID()
      _ = try await host.perform("search", by: user)
      try await host.notify(
        AppStoreNote(type: "REFUND", user: user, signedAt: noon + 60, revokedAt: noon + 50), of: store)
      try await host.notify(AppStoreNote(user: user), of: store)
      #expect(try await host.outcomes() == ["stale", "applied"])
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test func oneNoticeSentTwentyFourTimesAtOnceTakesEffectOnce() async throws {
    try await withStore { host, store in
      let user = UUID()
      _ = try await host.perform("search", by: user)
      let body = try store.sign(AppStoreNote(user: user))
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<24 { group.addTask { try await host.notify(body).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 200, count: 24))
      #expect(try await host.outcomes() == ["applied"])
      #expect(try await host.count("SELECT count(*) FROM store_periods") == 1)
      #expect(try await host.tier(of: user) == "premium")
    }
  }

  @Test func twentyFourNoticesOfOneSubscriptionAtOnceLeaveTheLatest() async throws {
    try await withStore { host, store in
      let user = UUID()
      _ = try await host.perform("search", by: user)
      let bodies = try (0..<24).map { number in
        try store.sign(
          AppStoreNote(
            type: "RENEWAL_EXTENDED", user: user, signedAt: noon + Double(number),
            endsAt: noon + 86_400 + Double(number)))
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for body in bodies.shuffled() { group.addTask { try await host.notify(body).status } }
        for try await status in group { #expect(status == 200) }
      }
      let status = try await host.call("subscription_status", by: user).json
      #expect(status?["premiumUntil"] == "2026-03-02T12:00:23.000Z")
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 24)
    }
  }
}
