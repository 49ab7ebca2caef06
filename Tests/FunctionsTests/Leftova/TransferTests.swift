import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct TransferTests {
  @Test func aTransferThatComesBeforeThePurchaseCounts() async throws {
    try await withStore { host, _ in
      let (one, two) = (UUID(), UUID())
      let transfer = revenueCatTransfer(from: ["$RCAnonymousID:9", one.json], to: [two.json], at: noon + 1)
      try await host.send(transfer)
      try await host.send(revenueCatEvent("INITIAL_PURCHASE", of: one))
      #expect(try await host.tier(of: one) == "free")
      #expect(try await host.tier(of: two) == "premium")
      #expect(try await host.outcomes() == ["unknown_user", "applied"])
      // Sent again, neither changes anything.
      try await host.send(transfer)
      #expect(try await host.count("SELECT count(*) FROM store_transfers") == 1)
      // What the former user buys after the transfer stays.
      try await host.send(
        revenueCatEvent(
          "INITIAL_PURCHASE", of: one, at: noon + 2, ["transaction_id": "2", "original_transaction_id": "2"]))
      #expect(try await host.tier(of: one) == "premium")
      #expect(try await host.tier(of: two) == "premium")
    }
  }

  @Test func inWhateverOrderNoticesComeTheLastReceiverHasTheSubscription() async throws {
    // All 24 orders of a purchase, a renewal by the first receiver, and two transfers.
    try await withStore { host, _ in
      var orders: [[Int]] = [[]]
      for number in 0..<4 {
        orders = orders.flatMap { order in
          (0...order.count).map { Array(order[..<$0]) + [number] + Array(order[$0...]) }
        }
      }
      #expect(orders.count == 24)
      for (number, order) in orders.enumerated() {
        let users = [UUID(), UUID(), UUID()]
        let first: JSONObject = [
          "transaction_id": .string("\(number)-1"), "original_transaction_id": .string("\(number)-1"),
        ]
        let second: JSONObject = [
          "transaction_id": .string("\(number)-2"), "original_transaction_id": .string("\(number)-1"),
        ]
        let events = [
          revenueCatEvent("INITIAL_PURCHASE", of: users[0], first),
          revenueCatTransfer(from: [users[0].json], to: [users[1].json], at: noon + 1),
          revenueCatEvent("RENEWAL", of: users[1], at: noon + 2, second),
          revenueCatTransfer(from: [users[1].json], to: [users[2].json], at: noon + 3),
        ]
        for position in order { try await host.send(events[position]) }
        var tiers: [String?] = []
        for user in users { tiers.append(try await host.tier(of: user)) }
        #expect(tiers == ["free", "free", "premium"], "\(order)")
      }
    }
  }

  @Test func aTransferAtTheTimeOfThePurchaseCounts() async throws {
    try await withStore { host, _ in
      let pairs = (0..<12).map { _ in (one: UUID(), two: UUID()) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, pair) in pairs.enumerated() {
          let id = JSONValue.string("\(number)")
          let purchase = revenueCatEvent(
            "INITIAL_PURCHASE", of: pair.one, ["transaction_id": id, "original_transaction_id": id])
          let transfer = revenueCatTransfer(from: [pair.one.json], to: [pair.two.json], at: noon + 1)
          group.addTask { try await host.send(purchase) }
          group.addTask { try await host.send(transfer) }
        }
        try await group.waitForAll()
      }
      for pair in pairs {
        #expect(try await host.tier(of: pair.one) == "free")
        #expect(try await host.tier(of: pair.two) == "premium")
      }
    }
  }

  @Test func theTransfersOfADeletedUserGo() async throws {
    try await withStore { host, _ in
      let (one, two, three) = (UUID(), UUID(), UUID())
      for user in [two, three] { try await host.database.execute("INSERT INTO users (id) VALUES (\(user))") }
      try await host.send(revenueCatTransfer(from: [one.json], to: [two.json], at: noon + 1))
      try await host.send(revenueCatTransfer(from: [two.json], to: [three.json], at: noon + 2))
      try await host.database.execute("DELETE FROM users WHERE id = \(two)")
      #expect(try await host.tables(mentioning: two) == [])
      #expect(try await host.count("SELECT count(*) FROM store_transfers") == 1)
      #expect(try await host.deleteAccount(of: three) == Answer(204, nil))
      #expect(try await host.deleteAccount(of: one) == Answer(204, nil))
      try await host.drainJobs()
      #expect(try await host.count("SELECT count(*) FROM store_transfers") == 0)
    }
  }
}
