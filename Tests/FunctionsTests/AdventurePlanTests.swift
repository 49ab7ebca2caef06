import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct AdventurePlanTests {
  /// The body of the app's document.
  private static let body: JSONValue = [
    "title": "Weekend Adventure", "description": "A fun weekend trip",
    "stops": [
      [
        "name": "Coffee Shop", "address": "123 Main St", "latitude": .number(37.7749), "longitude": .number(-122.4194),
      ]
    ],
  ]

  private func plan(by user: UUID, _ body: JSONValue = body, on host: TestHost) async throws -> JSONObject {
    let answer = try await host.call("create_adventure_plan", by: user, body)
    try #require(answer.status == 200)
    return try #require(answer.json?.object)
  }

  @Test func thePlanIsAnsweredWithTheTablesColumns() async throws {
    try await withApps { host in
      let user = UUID()
      var plan = try await plan(by: user, on: host)
      #expect(try await host.call("adventure_plans", by: user) == Answer(200, [.object(plan)]))
      let id = try #require(plan.removeValue(forKey: "id")?.string)
      #expect(UUID(uuidString: id)?.text == id)
      #expect(
        JSONValue.object(plan) == [
          "user_id": user.json, "title": "Weekend Adventure", "description": "A fun weekend trip",
          "stops": try #require(Self.body["stops"]), "route_data": .null, "status": "draft",
          "created_at": "2026-03-01T12:00:00.000Z", "updated_at": "2026-03-01T12:00:00.000Z",
        ])
    }
  }

  @Test func whatIsLeftOutIsNullOrEmpty() async throws {
    try await withApps { host in
      let plan = try await plan(by: UUID(), ["title": "x", "user_id": UUID().json, "unknown": 1], on: host)
      #expect((plan["description"], plan["stops"], plan["route_data"], plan["status"]) == (.null, [], .null, "draft"))
    }
  }

  @Test func stopsAndRoutesAreKeptAsTheyCame() async throws {
    try await withApps { host in
      let user = UUID()
      let stops: JSONValue = [["zoom": 3, "name": "A", "opens": "2026-03-01T09:00:00+01:00"], [:]]
      let route: JSONValue = ["b": [1, ["a": .null]], "a": "x"]
      let made = try await plan(
        by: user, ["title": "x", "stops": stops, "route_data": route, "status": "active"], on: host)
      #expect((made["stops"], made["route_data"], made["status"]) == (stops, route, "active"))
      #expect(try await host.call("adventure_plans", by: user).json == [.object(made)])
    }
  }

  @Test func theOwnerChangesAPlan() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      var plan = try await plan(by: user, on: host)
      let id = try #require(plan["id"])
      for status in ["active", "completed", "cancelled", "draft"] {
        clock.advance(by: 1)
        let answer = try await host.call(
          "update_adventure_plan", by: user, ["plan_id": id, "title": "Updated Adventure", "status": .string(status)])
        plan["title"] = "Updated Adventure"
        plan["status"] = .string(status)
        plan["updated_at"] = .string(WireDate.string(from: clock.wall.now))
        #expect(answer == Answer(200, .object(plan)))
      }
      let emptied = try await host.call(
        "update_adventure_plan", by: user,
        ["plan_id": id, "description": .null, "stops": .null, "route_data": ["a": 1]])
      plan["description"] = .null
      plan["stops"] = []
      plan["route_data"] = ["a": 1]
      #expect(emptied == Answer(200, .object(plan)))
    }
  }

  @Test(
    arguments: [
      ("title", ""), ("title", "   "), ("title", .null),
      ("title", .string(String(repeating: "é", count: 201))), ("title", "a\0"),
      ("description", 7), ("description", .string(String(repeating: "a", count: 2001))), ("status", "banana"),
      ("status", 1), ("stops", "here"), ("stops", [:]), ("stops", [7]), ("stops", [["latitude": 91]]),
      ("stops", [["longitude": "1"]]), ("stops", [["name": .string(String(repeating: "a", count: 201))]]),
      ("stops", .array(Array(repeating: [:], count: 101))), ("route_data", []), ("route_data", "x"),
      ("route_data", ["x": .string(String(repeating: "x", count: 17_000))]),
    ] as [(String, JSONValue)])
  func malformedPlansAreRefused(key: String, value: JSONValue) async throws {
    try await withApps { host in
      let user = UUID()
      var body = try #require(Self.body.object)
      body[key] = value
      let created = try await host.call("create_adventure_plan", by: user, .object(body))
      #expect((created.status, created.code) == (400, "VALIDATION_ERROR"))
      #expect(created.json?["error"]?["details"]?["path"]?.string?.hasPrefix("$.\(key)") == true)
      let plan = try await plan(by: user, on: host)
      let id = try #require(plan["id"])
      let changed = try await host.call("update_adventure_plan", by: user, ["plan_id": id, key: value] as JSONValue)
      #expect((changed.status, changed.code) == (400, "VALIDATION_ERROR"))
      #expect(try await host.call("adventure_plans", by: user).json == [.object(plan)])
    }
  }

  @Test func aChangeOfNothingIsRefused() async throws {
    try await withApps { host in
      let user = UUID()
      let id = try #require(try await plan(by: user, on: host)["id"])
      let answer = try await host.call("update_adventure_plan", by: user, ["plan_id": id, "unknown": 1])
      #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"))
    }
  }

  @Test func plansAreTheirOwnersAlone() async throws {
    try await withApps { host in
      let (user, other) = (UUID(), UUID())
      let plan = try await plan(by: user, on: host)
      let id = try #require(plan["id"]?.string)
      for target in ["adventure_plans?user_id=eq.\(user.text)", "adventure_plans?id=eq.\(id)", "adventure_plans"] {
        #expect(try await host.table(.get, target, by: other) == Answer(200, []), "\(target)")
        #expect(try await host.table(.get, target, by: user) == Answer(200, [.object(plan)]), "\(target)")
      }
      let change = try await host.table(.patch, "adventure_plans?id=eq.\(id)", by: other, ["title": "x"])
      #expect((change.status, change.code) == (404, "PLAN_NOT_FOUND"))
      #expect(try await host.table(.delete, "adventure_plans?id=eq.\(id)", by: other) == Answer(200, []))
      #expect(try await host.call("adventure_plans", by: user).json == [.object(plan)])
      for caller in [TestHost.Caller.withoutToken, .anon] {
        for name in ["create_adventure_plan", "adventure_plans", "update_adventure_plan", "delete_adventure_plan"] {
          #expect(try await host.call(name, as: caller, json: Self.body).status == 401, "\(name)")
        }
      }
    }
  }

  @Test func theTableRoutesFollowTheDocument() async throws {
    try await withApps { host in
      let user = UUID()
      let made = try await host.table(.post, "adventure_plans", by: user, Self.body)
      #expect(made.status == 201)
      let id = try #require(made.json?.array?.first?["id"]?.string)
      let change: JSONValue = ["title": "Updated Adventure", "status": "active"]
      let changed = try await host.table(.patch, "adventure_plans?id=eq.\(id)", by: user, change)
      #expect((changed.status, changed.json?.array?.first?["title"]) == (200, "Updated Adventure"))
      #expect(try await host.table(.get, "adventure_plans?user_id=eq.\(user.text)", by: user) == changed)
      #expect(try await host.table(.get, "adventure_plans?status=eq.draft", by: user) == Answer(200, []))
      #expect(try await host.table(.delete, "adventure_plans?id=eq.\(id)", by: user) == changed)
      #expect(try await host.table(.get, "adventure_plans", by: user) == Answer(200, []))
      #expect(try await host.table(.delete, "adventure_plans?id=eq.\(id)", by: user) == Answer(200, []))
    }
  }

  @Test func aUserHasTwoHundredPlansAtMost() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      _ = try await plan(by: user, on: host)
      try await host.database.transaction { transaction in
        for _ in 0..<189 {
          try await transaction.execute(
            """
            INSERT INTO adventure_plans (id, user_id, title) SELECT \(UUID()), user_id, title FROM adventure_plans
            WHERE title = 'Weekend Adventure'
            """)
          try await transaction.execute("UPDATE adventure_plans SET title = 'x' WHERE stops IS NULL")
        }
      }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<24 {
          group.addTask { try await host.call("create_adventure_plan", by: user, Self.body).status }
        }
        return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 10, 403: 14])
      let refused = try await host.call("create_adventure_plan", by: user, Self.body)
      #expect(refused.code == "PLAN_LIMIT_REACHED")
      #expect(try await host.call("adventure_plans", by: user).json?.array?.count == 200)
      _ = try await plan(by: UUID(), on: host)
    }
  }
}
