import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct ShvilShareTests {
  @Test func aShareIsAnsweredInTheShapeOfTheModel() async throws {
    try await withApps { host in
      let (user, friend, other) = (UUID(), UUID(), UUID())
      let answer = try await host.call("share_eta", by: user, Share(for: [friend, other]).json)
      #expect(answer.status == 200)
      var members = try #require(answer.json?.object)
      let id = try #require(members.removeValue(forKey: "id")?.string)
      #expect(UUID(uuidString: id)?.text == id)
      let route = members.removeValue(forKey: "route_data") ?? .null
      #expect(
        JSONValue.object(members) == [
          "user_id": user.json, "recipients": [friend.json, other.json], "is_active": true,
          "expires_at": "2026-03-01T13:00:00.000Z", "created_at": "2026-03-01T12:00:00.000Z",
          "updated_at": "2026-03-01T12:00:00.000Z",
        ])
      #expect(
        route["origin"] == ["latitude": .number(37.7749), "longitude": .number(-122.4194), "address": "123 Main St"])
      #expect(
        route["destination"] == [
          "latitude": .number(37.7849), "longitude": .number(-122.4094), "address": "456 Oak St",
        ])
      #expect(route["distance"] == .number(5.2))
      #expect(route["duration"] == 1800)
      #expect(route["transport_mode"] == "driving")
      #expect(route["estimated_arrival"] == "2026-03-01T12:30:00Z")
      #expect(try await host.call("eta_shares", by: user) == Answer(200, .array([try #require(answer.json)])))
      #expect(try await host.count("SELECT count(*) FROM users") == 1)
    }
  }

  @Test func theDatabaseFunctionDoesTheSame() async throws {
    try await withApps { host in
      let (user, friend) = (UUID(), UUID())
      let share = Share(for: [friend])
      let answer = try await host.rpc("share_eta", by: user, share.parameters)
      #expect(answer.status == 200)
      let expected = Answer(200, .array([try #require(answer.json)]))
      #expect(try await host.call("eta_shares", by: friend) == expected)
      #expect(try await host.rpc("eta_shares", by: friend) == expected)
      #expect(try await host.request(.get, "/rest/v1/rpc/eta_shares", as: .user(friend)).json == expected.json)
      #expect(try await host.request(.get, "/rest/v1/rpc/share_eta", as: .user(user)).status == 405)
      let refused = try await host.rpc("share_eta", by: user, share.with("distance", -1).parameters)
      #expect(refused.status == 400)
      #expect(refused.json?["code"] == "VALIDATION_ERROR")
      #expect(refused.json?["details"]?["path"] == "$.p_route_data.distance")
    }
  }

  @Test(
    arguments: [
      ("latitude", .number(90.000001)), ("latitude", -91), ("latitude", "37"), ("latitude", .null),
      ("longitude", .number(180.5)), ("longitude", -181), ("longitude", [1]),
      ("address", 7), ("address", .string(String(repeating: "é", count: 501))), ("address", "a\0b"),
    ] as [(String, JSONValue)])
  func aPlaceIsOnEarth(key: String, value: JSONValue) async throws {
    try await withApps { host in
      for end in ["origin", "destination"] {
        let share = Share(for: [UUID()])
        var place = try #require(share.route[end]?.object)
        place[key] = value
        let answer = try await host.call("share_eta", by: UUID(), share.with(end, .object(place)).json)
        try await host.expectRefusal(answer, at: "$.route_data.\(end).\(key)")
      }
    }
  }

  @Test(
    arguments: [
      ("distance", .number(-0.1)), ("distance", "5"), ("distance", true), ("duration", -1), ("duration", .null),
      ("transport_mode", ""),
      ("transport_mode", "by car"), ("transport_mode", .string(String(repeating: "a", count: 33))),
      ("transport_mode", "voitüre"), ("transport_mode", 1), ("estimated_arrival", "soon"),
      ("estimated_arrival", 1_772_366_400), ("estimated_arrival", "2026-02-30T00:00:00Z"), ("origin", .null),
      ("destination", "home"),
    ] as [(String, JSONValue)])
  func aRouteKeepsItsRules(key: String, value: JSONValue) async throws {
    try await withApps { host in
      let answer = try await host.call("share_eta", by: UUID(), Share(for: [UUID()]).with(key, value).json)
      try await host.expectRefusal(answer, at: "$.route_data.\(key)")
    }
  }

  @Test(arguments: [
    "origin", "destination", "distance", "duration", "transport_mode", "estimated_arrival",
  ])
  func everyFieldOfARouteIsRequired(key: String) async throws {
    try await withApps { host in
      var share = Share(for: [UUID()])
      share.route[key] = nil
      let answer = try await host.call("share_eta", by: UUID(), share.json)
      try await host.expectRefusal(answer, at: "$.route_data.\(key)")
    }
  }

  @Test(arguments: ["route_data", "recipients", "expires_at"])
  func everyFieldOfAShareIsRequired(key: String) async throws {
    try await withApps { host in
      var input = try #require(Share(for: [UUID()]).json.object)
      input[key] = nil
      let answer = try await host.call("share_eta", by: UUID(), .object(input))
      try await host.expectRefusal(answer, at: "$.\(key)")
    }
  }

  @Test func theLimitsAreIncluded() async throws {
    try await withApps { host in
      let south: JSONValue = ["latitude": -90, "longitude": -180]
      let north: JSONValue = [
        "latitude": 90, "longitude": 180, "address": .string(String(repeating: "é", count: 500)),
      ]
      let share = Share(for: (0..<50).map { _ in UUID() }, until: "2026-03-08T12:00:00Z").with("origin", south)
        .with("destination", north).with("distance", 0).with("duration", 0).with("transport_mode", "publicTransport-2")
        .with("estimated_arrival", "2026-03-01T14:30:00.5+02:00")
      let answer = try await host.call("share_eta", by: UUID(), share.json)
      #expect(answer.status == 200)
      #expect(answer.json?["route_data"]?["destination"] == north)
      #expect(answer.json?["route_data"]?["estimated_arrival"] == "2026-03-01T14:30:00.5+02:00")
      #expect(answer.json?["recipients"] == share.recipients)
    }
  }

  @Test func recipientsAreOneToFiftyDifferentUsers() async throws {
    try await withApps { host in
      let twice = UUID()
      for recipients: JSONValue in [
        [], .array((0..<51).map { _ in UUID().json }), [twice.json, twice.json],
        [twice.json, .string(twice.uuidString)], .null, "me",
      ] {
        var share = Share(for: [])
        share.recipients = recipients
        try await host.expectRefusal(
          try await host.call("share_eta", by: UUID(), share.json), at: "$.recipients")
      }
      var share = Share(for: [])
      share.recipients = [twice.json, "nobody"]
      try await host.expectRefusal(try await host.call("share_eta", by: UUID(), share.json), at: "$.recipients[1]")
    }
  }

  @Test func aShareWithTheCallerIsRefused() async throws {
    try await withApps { host in
      let user = UUID()
      let answer = try await host.call("share_eta", by: user, Share(for: [UUID(), user]).json)
      try await host.expectRefusal(answer, saying: "recipients must not contain your own id")
    }
  }

  @Test(
    arguments: [
      ("2026-03-01T12:00:00Z", "expires_at must be in the future"),
      ("2026-03-01T12:30:00+01:00", "expires_at must be in the future"),
      ("1970-01-01T00:00:00Z", "expires_at must be in the future"),
      ("2026-03-08T12:00:00.001Z", "expires_at must be at most 7 days ahead"),
      ("9999-12-31T23:59:59Z", "expires_at must be at most 7 days ahead"),
    ])
  func aShareEndsWithinAWeek(instant: String, message: String) async throws {
    try await withApps { host in
      let answer = try await host.call("share_eta", by: UUID(), Share(for: [UUID()], until: instant).json)
      try await host.expectRefusal(answer, saying: message)
    }
  }

  @Test func theSharerIsTheTokensUser() async throws {
    try await withApps { host in
      let (user, other) = (UUID(), UUID())
      var input = try #require(Share(for: [UUID()]).json.object)
      input["user_id"] = other.json
      input["id"] = other.json
      input["is_active"] = false
      let answer = try await host.call("share_eta", by: user, .object(input))
      #expect(answer.json?["user_id"] == user.json)
      #expect(answer.json?["id"] != other.json)
      #expect(answer.json?["is_active"] == true)
    }
  }

  @Test(arguments: ["share_eta", "eta_shares"])
  func aUserIsNeeded(name: String) async throws {
    try await withApps { host in
      let refused = try await host.call(name, as: .withoutToken)
      #expect(refused.status == 401)
      #expect(try await host.call(name, as: .anon).status == 401)
      #expect(try await host.rpc(name, as: .anon).status == 401)
    }
  }
}

/// The body of the app's document, at the tests' noon.
struct Share {
  var route: JSONObject = [
    "origin": ["latitude": .number(37.7749), "longitude": .number(-122.4194), "address": "123 Main St"],
    "destination": ["latitude": .number(37.7849), "longitude": .number(-122.4094), "address": "456 Oak St"],
    "distance": .number(5.2), "duration": 1800, "transport_mode": "driving",
    "estimated_arrival": "2026-03-01T12:30:00Z",
  ]
  var recipients: JSONValue
  let end: JSONValue

  init(for recipients: [UUID], until end: String = "2026-03-01T13:00:00Z") {
    self.recipients = .array(recipients.map(\.json))
    self.end = .string(end)
  }

  var json: JSONValue { ["route_data": .object(route), "recipients": recipients, "expires_at": end] }
  var parameters: JSONValue { ["p_route_data": .object(route), "p_recipients": recipients, "p_expires_at": end] }

  func with(_ key: String, _ value: JSONValue) -> Share {
    var share = self
    share.route[key] = value
    return share
  }
}

extension TestHost {
  /// Expects a 400 that names the fault's place or says a sentence, and nothing stored.
  fileprivate func expectRefusal(
    _ answer: Answer, at path: String? = nil, saying message: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(answer.status == 400, sourceLocation: sourceLocation)
    #expect(answer.code == "VALIDATION_ERROR", sourceLocation: sourceLocation)
    if let path {
      #expect(answer.json?["error"]?["details"]?["path"]?.string == path, sourceLocation: sourceLocation)
    }
    if let message { #expect(answer.json?["error"]?["message"]?.string == message, sourceLocation: sourceLocation) }
    #expect(try await count("SELECT count(*) FROM eta_shares") == 0, sourceLocation: sourceLocation)
    #expect(try await count("SELECT count(*) FROM users") == 0, sourceLocation: sourceLocation)
  }
}
