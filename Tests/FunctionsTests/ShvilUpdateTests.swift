import Edge
import Foundation
import SwiftletTesting
import Testing

/// Changes and ends of shares.
@Suite struct ShvilUpdateTests {
  /// A share of a user with a friend.
  private func share(by user: UUID, with friend: UUID = UUID(), on host: TestHost) async throws -> JSONObject {
    let answer = try await host.call("share_eta", by: user, Share(for: [friend]).json)
    return try #require(answer.json?.object)
  }

  private func update(_ id: JSONValue?, _ change: JSONObject, by user: UUID, on host: TestHost) async throws -> Answer {
    var input = change
    input["share_id"] = id
    return try await host.call("update_eta_share", by: user, .object(input))
  }

  private func refusal(_ answer: Answer) -> String { "\(answer.status) \(answer.code ?? "-")" }

  @Test func theOwnerChangesTheRouteAndTheEnd() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      var expected = try await share(by: user, with: friend, on: host)
      clock.advance(by: 60)
      let route = Share(for: []).with("duration", 900).with("estimated_arrival", "2026-03-01T12:20:00Z").route
      let end: JSONValue = "2026-03-01T14:00:00Z"
      let answer = try await update(
        expected["id"], ["route_data": .object(route), "expires_at": end], by: user, on: host)
      expected["route_data"] = .object(route)
      expected["expires_at"] = "2026-03-01T14:00:00.000Z"
      expected["updated_at"] = "2026-03-01T12:01:00.000Z"
      #expect(answer == Answer(200, .object(expected)))
      #expect(try await host.call("eta_shares", by: friend) == Answer(200, [.object(expected)]))
      // One part alone leaves the others.
      let later = try await update(expected["id"], ["expires_at": "2026-03-01T15:00:00Z"], by: user, on: host)
      expected["expires_at"] = "2026-03-01T15:00:00.000Z"
      #expect(later == Answer(200, .object(expected)))
      clock.advance(by: 7200)
      #expect(try await host.call("eta_shares", by: friend).json?.array?.first?["is_active"] == true)
    }
  }

  @Test func anEndIsFinalAndMayBeRepeated() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      var expected = try await share(by: user, with: friend, on: host)
      clock.advance(by: 60)
      expected["is_active"] = false
      expected["updated_at"] = "2026-03-01T12:01:00.000Z"
      for _ in 0..<3 {
        #expect(
          try await update(expected["id"], ["is_active": false], by: user, on: host) == Answer(200, .object(expected)))
        clock.advance(by: 1)
      }
      #expect(try await host.call("eta_shares", by: friend) == Answer(200, [.object(expected)]))
      for change in [
        ["is_active": true], ["expires_at": "2026-03-01T14:00:00Z"], ["route_data": .object(Share(for: []).route)],
        ["is_active": false, "expires_at": "2026-03-01T14:00:00Z"],
      ] as [JSONObject] {
        #expect(refusal(try await update(expected["id"], change, by: user, on: host)) == "409 CONFLICT")
      }
    }
  }

  @Test func anExpiredShareIsOver() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      let id = try await share(by: user, on: host)["id"]
      clock.advance(by: 3600)
      let extended = try await update(id, ["expires_at": "2026-03-01T14:00:00Z"], by: user, on: host)
      #expect(refusal(extended) == "409 CONFLICT")
      #expect(try await update(id, ["is_active": false], by: user, on: host).json?["is_active"] == false)
    }
  }

  @Test func anEndedShareLeavesRoomForAnother() async throws {
    try await withApps { host in
      let user = UUID()
      var ids: [JSONValue?] = []
      for _ in 0..<20 { ids.append(try await share(by: user, on: host)["id"]) }
      #expect(try await host.call("share_eta", by: user, Share(for: [UUID()]).json).code == "SHARE_LIMIT_REACHED")
      #expect(try await update(ids[7], ["is_active": false], by: user, on: host).status == 200)
      #expect(try await host.call("share_eta", by: user, Share(for: [UUID()]).json).status == 200)
    }
  }

  @Test func onlyTheOwnerFindsTheShare() async throws {
    try await withApps { host in
      let (user, friend) = (UUID(), UUID())
      let share = try await share(by: user, with: friend, on: host)
      for (caller, id) in [(friend, share["id"]), (UUID(), share["id"]), (user, UUID().json)] {
        let answer = try await update(id, ["is_active": false], by: caller, on: host)
        #expect(refusal(answer) == "404 SHARE_NOT_FOUND")
        #expect(!"\(answer)".contains("123 Main St"))
      }
      #expect(try await host.call("eta_shares", by: user) == Answer(200, [.object(share)]))
    }
  }

  @Test(
    arguments: [
      ([:], "$"), (["recipients": []], "$.recipients"), (["is_active": "false"], "$.is_active"),
      (["is_active": .null], "$.is_active"), (["route_data": .null], "$.route_data"), (["route_data": [:]], nil),
      (["expires_at": .null], "$.expires_at"), (["expires_at": "soon"], "$.expires_at"),
      (["expires_at": "2026-03-01T11:59:59Z"], nil), (["expires_at": "2026-03-08T12:00:00.001Z"], nil),
    ] as [(JSONObject, String?)])
  func malformedChangesAreRefused(change: JSONObject, path: String?) async throws {
    try await withApps { host in
      let user = UUID()
      let share = try await share(by: user, on: host)
      let answer = try await update(share["id"], change, by: user, on: host)
      #expect(refusal(answer) == "400 VALIDATION_ERROR")
      if let path { #expect(answer.json?["error"]?["details"]?["path"]?.string == path) }
      #expect(try await host.call("eta_shares", by: user) == Answer(200, [.object(share)]))
    }
  }

  /// The owner's changes at once: none is lost, and the share ends once.
  @Test func changesAtOnceComeOneAfterAnother() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let id = try await share(by: user, on: host)["id"]
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<24 {
          let change: JSONObject =
            number.isMultiple(of: 2) ? ["is_active": false] : ["expires_at": "2026-03-01T14:00:00Z"]
          group.addTask { try await update(id, change, by: user, on: host).status }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(statuses.isSubset(of: [200, 409]))
      #expect(try await host.count("SELECT count(*) FROM eta_share_events WHERE kind = 'ended'") == 1)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE is_active") == 0)
    }
  }

  @Test func theTableRoutesDoTheSame() async throws {
    try await withApps { host in
      let (user, friend) = (UUID(), UUID())
      let made = try await host.table(.post, "eta_shares", by: user, Share(for: [friend]).json)
      #expect(made.status == 201)
      let share = try #require(made.json?.array?.first?.object)
      #expect(try await host.call("eta_shares", by: friend).json == made.json)
      let id = try #require(share["id"]?.string)
      let ended = try await host.table(.patch, "eta_shares?id=eq.\(id)", by: user, ["is_active": false])
      #expect((ended.status, ended.json?.array?.first?["is_active"]) == (200, false))
      #expect(try await host.table(.get, "eta_shares?is_active=eq.true", by: friend) == Answer(200, []))
      #expect(try await host.table(.get, "eta_shares", by: friend).json == ended.json)
      let foreign = try await host.table(.patch, "eta_shares?id=eq.\(id)", by: friend, ["is_active": false])
      #expect((foreign.status, foreign.code) == (404, "SHARE_NOT_FOUND"))
      for caller in [TestHost.Caller.withoutToken, .anon] {
        for (method, target) in [
          (.post, "eta_shares"), (.get, "eta_shares"), (.patch, "eta_shares?id=eq.\(id)"),
        ] as [(HTTPRequest.Method, String)] {
          #expect(try await host.table(method, target, as: caller, Share(for: [friend]).json).status == 401)
        }
      }
    }
  }
}
