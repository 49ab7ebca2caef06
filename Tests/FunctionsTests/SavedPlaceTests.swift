import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct SavedPlaceTests {
  /// The body of the app's document.
  private static let body: JSONValue = [
    "name": "Favorite Coffee Shop", "address": "123 Main St, San Francisco, CA", "latitude": .number(37.7749),
    "longitude": .number(-122.4194), "category": "coffee",
  ]

  private func save(by user: UUID, _ body: JSONValue = body, on host: TestHost) async throws -> JSONObject {
    let answer = try await host.call("save_place", by: user, body)
    try #require(answer.status == 200)
    return try #require(answer.json?.object)
  }

  @Test func thePlaceIsAnsweredWithTheTablesColumns() async throws {
    try await withApps { host in
      let user = UUID()
      var place = try await save(by: user, on: host)
      #expect(try await host.call("saved_places", by: user) == Answer(200, [.object(place)]))
      let id = try #require(place.removeValue(forKey: "id")?.string)
      #expect(UUID(uuidString: id)?.text == id)
      var expected = try #require(Self.body.object)
      expected["user_id"] = user.json
      expected["place_type"] = "coffee"
      expected["created_at"] = "2026-03-01T12:00:00.000Z"
      expected["updated_at"] = "2026-03-01T12:00:00.000Z"
      #expect(place == expected)
    }
  }

  @Test func aNameIsEnough() async throws {
    try await withApps { host in
      let place = try await save(by: UUID(), ["name": "x", "user_id": UUID().json, "latitude": .null], on: host)
      for key in ["address", "latitude", "longitude", "category"] { #expect(place[key] == .null, "\(key)") }
    }
  }

  @Test(
    arguments: [
      ("name", ""), ("name", " \n"), ("name", .null), ("name", 7),
      ("name", .string(String(repeating: "é", count: 201))),
      ("name", "a\0"), ("address", .string(String(repeating: "a", count: 501))), ("latitude", .number(90.1)),
      ("latitude", "37"), ("longitude", -181), ("longitude", true),
      ("category", .string(String(repeating: "a", count: 65))),
    ] as [(String, JSONValue)])
  func malformedPlacesAreRefused(key: String, value: JSONValue) async throws {
    try await withApps { host in
      var body = try #require(Self.body.object)
      body[key] = value
      let answer = try await host.call("save_place", by: UUID(), .object(body))
      #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"))
      #expect(answer.json?["error"]?["details"]?["path"]?.string == "$.\(key)")
      #expect(try await host.count("SELECT count(*) FROM saved_places") == 0)
    }
  }

  @Test func theLimitsAreIncluded() async throws {
    try await withApps { host in
      let body: JSONValue = [
        "name": .string(String(repeating: "é", count: 200)), "address": .string(String(repeating: "é", count: 500)),
        "latitude": -90, "longitude": 180, "category": .string(String(repeating: "é", count: 64)),
      ]
      let user = UUID()
      let place = try await save(by: user, body, on: host)
      #expect((place["latitude"]?.double, place["longitude"]?.double) == (-90, 180))
      #expect(try await host.call("saved_places", by: user).json == [.object(place)])
    }
  }

  @Test func theTableRoutesFollowTheDocument() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, other) = (UUID(), UUID())
      let made = try await host.table(.post, "saved_places", by: user, Self.body)
      #expect(made.status == 201)
      let id = try #require(made.json?.array?.first?["id"]?.string)
      clock.advance(by: 1)
      let home = try await host.table(.post, "saved_places", by: user, ["name": "Home", "category": "home"])
      let both = Answer(200, .array(try #require(home.json?.array) + (try #require(made.json?.array))))
      #expect(try await host.table(.get, "saved_places?user_id=eq.\(user.text)", by: user) == both)
      #expect(try await host.table(.get, "saved_places?category=eq.coffee", by: user) == Answer(200, made.json))
      for target in ["saved_places?user_id=eq.\(user.text)", "saved_places?id=eq.\(id)", "saved_places"] {
        #expect(try await host.table(.get, target, by: other) == Answer(200, []), "\(target)")
      }
      #expect(try await host.table(.delete, "saved_places?id=eq.\(id)", by: other) == Answer(200, []))
      #expect(try await host.table(.get, "saved_places", by: user) == both)
      #expect(try await host.table(.delete, "saved_places?id=eq.\(id)", by: user) == Answer(200, made.json))
      #expect(try await host.table(.get, "saved_places", by: user) == Answer(200, home.json))
      for caller in [TestHost.Caller.withoutToken, .anon] {
        for name in ["save_place", "saved_places", "delete_saved_place"] {
          #expect(try await host.call(name, as: caller, json: Self.body).status == 401, "\(name)")
        }
      }
    }
  }

  @Test func aUserHasAThousandPlacesAtMost() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      try await host.database.transaction { transaction in
        for _ in 0..<990 {
          try await transaction.execute(
            "INSERT INTO saved_places (id, user_id, name) VALUES (\(UUID()), \(user), 'x')")
        }
      }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<24 { group.addTask { try await host.call("save_place", by: user, Self.body).status } }
        return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 10, 403: 14])
      #expect(try await host.call("save_place", by: user, Self.body).code == "PLACE_LIMIT_REACHED")
      #expect(try await host.call("saved_places", by: user).json?.array?.count == 1000)
    }
  }
}
