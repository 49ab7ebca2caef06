import Edge
import Foundation
import Simulator
import SwiftletTesting
import Testing

/// Shares of one user, and updates of a share, that follow each other within a minute.
@Suite struct FrequentShareTests {
  private func end(_ id: String, of shared: PhoneShare) async throws {
    var ended = shared
    ended.id = id
    try await ended.update(["is_active": false])
  }

  @Test func aSecondStartWithinAMinuteNotifiesNoRecipientAgain() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      phones.clock.advance(by: 59)
      let second = try await shared.start()
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started"])
      #expect(try await shared.outcomes() == ["started": ["delivered": 1, "refused": 1]])
      let reasons = try await phones.host.database.query(
        "SELECT d.reason FROM eta_share_deliveries d WHERE d.outcome = 'refused'")
      #expect(try reasons.map { try $0.get("reason", as: String.self) } == ["frequent"])

      // The recipient does not know the second share, so its end is no news either.
      try await end(second, of: shared)
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started"])
      try await end(shared.id, of: shared)
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "ended"])
    }
  }

  @Test func sharingAndEndingManyTimesRingsOnce() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      try await end(shared.id, of: shared)
      for _ in 0..<9 {
        phones.clock.advance(by: 1)
        try await end(try await shared.start(), of: shared)
      }
      try await phones.host.drainJobs()
      let arrived = try shared.arrived.sorted()
      // The jobs of one share run side by side: the start may be obsolete by then.
      #expect(arrived == ["ended"] || arrived == ["ended", "started"])
    }
  }

  @Test func everySecondStartOfManyIsToldIfTheyAreFiftySecondsApart() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      try await phones.host.drainJobs()
      for expected in [1, 2, 2, 3] {
        phones.clock.advance(by: 50)
        _ = try await shared.start()
        try await phones.host.drainJobs()
        #expect(try shared.arrived.count == expected)
      }
    }
  }

  @Test func otherRecipientsAndOtherSharersAreTold() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      let other = UUID()
      let token = try await phones.register(of: other)
      let both = try await phones.host.call("share_eta", by: shared.user, Share(for: shared.friends + [other]).json)
      #expect(both.status == 200)
      let another = try await phones.host.call("share_eta", by: UUID(), Share(for: shared.friends).json)
      #expect(another.status == 200)
      try await phones.host.drainJobs()
      let tokens = phones.simulator.notifications.map(\.token)
      #expect(tokens.filter { $0 == shared.tokens[0] }.count == 2)
      #expect(tokens.filter { $0 == token }.count == 1)
    }
  }

  @Test func aStartAfterAMinuteIsTold() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      phones.clock.advance(by: 60)
      _ = try await shared.start()
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "started"])
    }
  }

  @Test func updatesWithinAMinuteAreToldOnceWhenItIsOver() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      phones.clock.advance(by: 10)
      for arrival in ["2026-03-01T12:40:00Z", "2026-03-01T12:50:00Z"] {
        try await shared.arrive(at: arrival)
        try await phones.host.drainJobs()
      }
      #expect(try shared.arrived == ["started"])
      #expect(try await phones.host.queuedJobs(of: "notify_eta_update").count == 1)
      phones.clock.advance(by: 50)
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "updated"])
      #expect(try phones.simulator.notifications.last?.json["estimated_arrival"] == "2026-03-01T12:50:00.000Z")
    }
  }

  @Test func updatesThatCancelEachOtherNotifyNoRecipient() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      try await shared.arrive(at: "2026-03-01T12:50:00Z")
      try await shared.arrive(at: "2026-03-01T12:30:00Z")
      phones.clock.advance(by: 60)
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started"])
    }
  }

  @Test func anEndWithinAMinuteAfterAnUpdateIsToldAlone() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      try await phones.host.drainJobs()
      try await shared.arrive(at: "2026-03-01T12:50:00Z")
      try await shared.update(["is_active": false])
      phones.clock.advance(by: 60)
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started", "ended"])
      #expect(try await phones.host.queuedJobs(of: "notify_eta_update").isEmpty)
    }
  }

  @Test func aDestinationThatChangesWithinAMinuteIsToldOnce() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones, friends: 1)
      let place: JSONValue = ["latitude": 1, "longitude": 2, "address": "1 New St"]
      let route = Share(for: []).with("destination", place).route
      try await shared.update(["route_data": .object(route)])
      try await phones.host.drainJobs()
      #expect(try shared.arrived == ["started"])
      phones.clock.advance(by: 60)
      for _ in 0..<2 {
        try await shared.update(["route_data": .object(route)])
        try await phones.host.drainJobs()
        phones.clock.advance(by: 60)
      }
      #expect(try shared.arrived == ["started", "updated"])
      #expect(try phones.simulator.notifications.last?.json["aps"]?["alert"]?["body"] == "To 1 New St")
    }
  }
}
