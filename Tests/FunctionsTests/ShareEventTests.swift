import Edge
import Foundation
import Simulator
import SwiftletTesting
import Testing

/// The notifications of a share's events, through the real sender to a simulator.
@Suite struct ShareEventTests {
  @Test func theRecipientsAreToldOfAStartAndAnEndOnce() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones)
      #expect(phones.simulator.notifications.isEmpty)
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "started"])
      #expect(Set(phones.simulator.notifications.map(\.token)) == Set(shared.tokens))
      for _ in 0..<3 { try await shared.update(["is_active": false]) }
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "started", "ended", "ended"])
      #expect(try await shared.outcomes() == ["started": ["delivered": 2], "ended": ["delivered": 2]])
      // A repeated run sends nothing.
      for row in try await phones.host.database.query("SELECT id FROM eta_share_events") {
        let event: JSONValue = ["event_id": try row.get("id", as: UUID.self).json]
        #expect(try await phones.host.call("deliver_eta_share", as: .serviceRole, json: event).status == 204)
      }
      #expect(phones.simulator.notifications.count == 4)
    }
  }

  @Test func theNotificationHasTheJourney() async throws {
    try await withPhones { phones in
      let user = UUID()
      try await phones.host.database.execute("INSERT INTO users (id, display_name) VALUES (\(user), 'Dana ')")
      let friend = UUID()
      let token = try await phones.register(of: friend)
      let made = try await phones.host.call("share_eta", by: user, Share(for: [friend]).json)
      try await phones.host.drainJobs()
      let push = try #require(phones.simulator.notifications.first)
      let id = try #require(made.json?["id"]?.string)
      #expect((push.token, push.type, push.topic) == (token, "alert", "app.swivo"))
      #expect(push.collapseID == "eta-\(id)")
      #expect(
        try push.json == [
          "aps": [
            "alert": ["title": "Dana shares an arrival time", "body": "To 456 Oak St"], "sound": "default",
            "thread-id": .string(id), "category": "ETA_SHARE",
          ],
          "share_id": .string(id), "event": "started", "estimated_arrival": "2026-03-01T12:30:00.000Z",
        ])
    }
  }

  @Test func textsOfAnyLengthFitANotification() async throws {
    try await withPhones { phones in
      let (user, friend) = (UUID(), UUID())
      let name = String(repeating: "👩‍👩‍👧‍👦", count: 500)
      try await phones.host.database.execute("INSERT INTO users (id, display_name) VALUES (\(user), \(name))")
      try await phones.register(of: friend)
      let place: JSONValue = ["latitude": 1, "longitude": 2, "address": .string(String(repeating: "😀", count: 500))]
      let share = Share(for: [friend]).with("destination", place)
      #expect(try await phones.host.call("share_eta", by: user, share.json).status == 200)
      try await phones.host.drainJobs()
      let alert = try #require(phones.simulator.notifications.first).json["aps"]?["alert"]
      #expect(alert?["title"]?.string?.hasSuffix("… shares an arrival time") == true)
      #expect(alert?["body"]?.string == "To " + String(repeating: "😀", count: 119) + "…")
    }
  }

  @Test func anUpdateIsToldIfTheArrivalMovesByFiveMinutes() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      phones.clock.advance(by: 60)
      try await shared.arrive(at: "2026-03-01T12:34:59Z")
      try await shared.update(["expires_at": "2026-03-01T14:00:00Z"])
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started"])
      // It is compared with what the recipients know, not with the last update.
      try await shared.arrive(at: "2026-03-01T12:35:00Z")
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "updated"])
      #expect(try phones.simulator.notifications.last?.json["estimated_arrival"] == "2026-03-01T12:35:00.000Z")
      // At most one a minute.
      phones.clock.advance(by: 59)
      try await shared.arrive(at: "2026-03-01T12:50:00Z")
      try await phones.host.drainJobs()
      #expect(try shared.arrived.count == 2)
      phones.clock.advance(by: 1)
      try await shared.arrive(at: "2026-03-01T12:50:00Z")
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "updated", "updated"])
    }
  }

  @Test func aChangedDestinationNotifiesTheRecipients() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      try await phones.host.drainJobs()
      phones.clock.advance(by: 60)
      let place: JSONValue = ["latitude": 1, "longitude": 2, "address": "1 New St"]
      try await shared.update(["route_data": .object(Share(for: []).with("destination", place).route)])
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "updated"])
      #expect(
        try phones.simulator.notifications.last?.json["aps"]?["alert"]
          == ["title": "A friend has a new arrival time", "body": "To 1 New St"])
    }
  }

  @Test func sharesAndEndsOfManyCallersAtOnceAreToldOnceEach() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      let host = phones.host
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<24 { group.addTask { try await shared.update(["is_active": false]) } }
        try await group.waitForAll()
      }
      try await host.drainJobs()
      // The two jobs run side by side: the start may be obsolete by then.
      let arrived = try shared.arrived.sorted()
      #expect(arrived == ["ended"] || arrived == ["ended", "started"])
    }
  }

  /// The host that ends the share may have a clock that is behind.
  @Test(arguments: [1.0, 0, -1]) func anOlderEventIsNotToldAfterANewerOne(seconds: Double) async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      phones.clock.advance(by: seconds)
      try await shared.update(["is_active": false])
      for row in try await phones.host.database.query("SELECT id FROM eta_share_events ORDER BY created_at DESC") {
        let event: JSONValue = ["event_id": try row.get("id", as: UUID.self).json]
        #expect(try await phones.host.call("deliver_eta_share", as: .serviceRole, json: event).status == 204)
      }
      #expect(try shared.arrived == ["ended"])
      #expect(try await shared.outcomes() == ["started": ["refused": 1], "ended": ["delivered": 1]])
    }
  }

  @Test func recipientsWithoutATokenHaveThatOutcomeAndStrangersNone() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, tokens: false)
      let token = try await phones.register(of: shared.friends[0])
      try await phones.register(of: UUID())
      try await phones.register(of: shared.user)
      try await phones.host.database.execute("INSERT INTO users (id) VALUES (\(shared.friends[1]))")
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.map(\.token) == [token])
      #expect(try await shared.outcomes() == ["started": ["delivered": 1, "no_token": 1]])
      #expect(try await phones.host.history(of: "deliver_eta_share").map(\.outcome) == ["completed"])
    }
  }

  @Test func aRefusedShareNotifiesNoRecipient() async throws {
    try await withPhones { phones in
      let (user, friend) = (UUID(), UUID())
      try await phones.register(of: friend)
      let answer = try await phones.host.call("share_eta", by: user, Share(for: [friend]).with("distance", -1).json)
      #expect(answer.status == 400)
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.isEmpty)
      #expect(try await phones.host.count("SELECT count(*) FROM eta_share_events") == 0)
    }
  }

  @Test func aTokenThatAppleDroppedIsForgotten() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones)
      phones.simulator.unregister(shared.tokens[1], at: noon + 30)
      phones.clock.advance(by: 60)
      try await phones.host.drainJobs()
      #expect(try await shared.outcomes() == ["started": ["delivered": 1, "unregistered": 1]])
      #expect(try await phones.storedToken(of: shared.friends[1]) == nil)
      #expect(try await phones.storedToken(of: shared.friends[0]) == shared.tokens[0])
    }
  }

  /// Apple is away: a later try sends under the same id, and not what a newer event has replaced.
  @Test func aLaterTrySendsTheNewestEvent() async throws {
    let away = FaultScript(steps: [
      FaultScript.Step(
        count: nil, faults: [.init(.answer(FaultAnswer(status: 503, reason: "ServiceUnavailable")))])
    ])
    try await withPhones(faults: away, patience: .zero) { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      try await phones.host.drainJobs()
      #expect(try await shared.outcomes() == ["started": ["undelivered": 1]])
      phones.clock.advance(by: 1)
      try await shared.update(["is_active": false])
      phones.simulator.play(FaultScript())
      phones.clock.advance(by: 600)
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["ended"])
      #expect(try await shared.outcomes() == ["started": ["refused": 1], "ended": ["delivered": 1]])
    }
  }

  @Test func anExpiredShareIsNotToldAnyMore() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.isEmpty)
      #expect(try await shared.outcomes() == ["started": ["refused": 1]])
    }
  }

  @Test func anAppWithATopicOfItsOwnHasItsOwnTokens() async throws {
    try await withPhones(topics: ["shvil": "app.shvil"]) { phones in
      let shared = try await PhoneShare(phones)
      let own = try await phones.register(of: shared.friends[0], app: "shvil")
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.map(\.token) == [own])
      #expect(phones.simulator.notifications.map(\.topic) == ["app.shvil"])
      #expect(try await phones.storedToken(of: shared.friends[0]) == shared.tokens[0])
      #expect(try await shared.outcomes() == ["started": ["delivered": 1, "no_token": 1]])

      // The phone has a new user, and the former one's app gets nothing.
      try await phones.register(own, of: shared.friends[1], app: "shvil")
      try await shared.update(["is_active": false])
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.map(\.token) == [own, own])
      #expect(try await phones.host.count("SELECT count(*) FROM device_tokens") == 1)

      // Apple drops it.
      phones.simulator.unregister(own, at: noon + 30)
      phones.clock.advance(by: 60)
      _ = try await shared.start()
      try await phones.host.drainJobs()
      #expect(try await phones.host.count("SELECT count(*) FROM device_tokens") == 0)
    }
  }

  @Test func anAppWithoutATopicOfItsOwnSharesTheTokens() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1, tokens: false)
      let token = try await phones.register(of: shared.friends[0], app: "shvil")
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.map(\.token) == [token])
      #expect(phones.simulator.notifications.map(\.topic) == ["app.swivo"])
      #expect(try await phones.storedToken(of: shared.friends[0]) == token)
    }
  }
}
