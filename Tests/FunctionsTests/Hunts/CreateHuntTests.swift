import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// New hunts, by the requests of Shvil's document.
@Suite struct CreateHuntTests {
  private let door: JSONValue = [
    "title": "Find the Red Door", "description": "Look for a red door on Main Street",
    "location": ["latitude": .number(37.7749), "longitude": .number(-122.4194), "floor": 2], "photo_required": true,
    "points": 20,
  ]

  @Test func aHuntIsADraftWithItsCheckpointsInTheirOrder() async throws {
    try await withApps { host in
      let user = UUID()
      let group = try await host.makeGroup(by: user)
      let made = try await host.table(
        .post, "scavenger_hunts", by: user,
        [
          "title": "City Scavenger Hunt", "description": "Explore the city and find hidden treasures",
          "group_id": group.id.json, "checkpoints": .array([door, ["title": "Second"]]),
        ])
      #expect(made.status == 201)
      var hunt = try #require(made.json?.row?.object)
      let id = try #require(made.json?.row?.id)
      let checkpoints = try #require(hunt.removeValue(forKey: "checkpoints")?.array)
      #expect(
        .object(hunt) == [
          "id": id.json, "title": "City Scavenger Hunt", "description": "Explore the city and find hidden treasures",
          "created_by": user.json, "group_id": group.id.json, "status": "draft", "participant_count": 0,
          "checkpoint_count": 2, "progress": .number(0), "created_at": "2026-03-01T12:00:00.000Z",
          "updated_at": "2026-03-01T12:00:00.000Z",
        ] as JSONValue)
      #expect(checkpoints.map { $0["title"] } == ["Find the Red Door", "Second"])
      #expect(checkpoints.map { $0["order_index"] } == [0, 1])
      #expect(checkpoints.map { $0["points"] } == [20, 10])
      #expect(checkpoints.map { $0["photo_required"] } == [true, false])
      #expect(checkpoints[0]["location"] == door["location"])
      #expect(checkpoints[1]["location"] == nil)

      let list = try await host.table(.get, "hunt_checkpoints?hunt_id=eq.\(id.text)", by: user)
      #expect(list.json?.array == checkpoints)
      let one = try await host.table(.get, "scavenger_hunts?id=eq.\(id.text)", by: user)
      #expect(one.json?.row == made.json?.row)
    }
  }

  @Test func onlyMembersMakeHuntsOfAGroup() async throws {
    try await withApps { host in
      let group = try await host.makeGroup()
      for id in [group.id, UUID()] {
        let answer = try await host.call(
          "create_scavenger_hunt", by: UUID(), ["title": "x", "group_id": id.json])
        #expect(answer.status == 404)
        #expect(answer.code == "GROUP_NOT_FOUND")
      }
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts") == 0)
    }
  }

  /// The door with one member changed.
  private func changed(_ key: String, _ value: JSONValue) -> JSONValue {
    var door = door.object ?? [:]
    door[key] = value
    return ["title": "x", "checkpoints": [.object(door)]]
  }

  @Test func aFaultIsNamedByItsPath() async throws {
    let long = JSONValue.string(String(repeating: "x", count: 2048))
    let door = self.door
    let faults: [(JSONValue, JSONValue)] = [
      (["title": ""], "$.title"), (["title": "x", "description": long], "$.description"),
      (["title": "x", "checkpoints": .array(Array(repeating: door, count: 101))], "$.checkpoints"),
      (["title": "x", "start_time": "soon"], "$.start_time"),
      (["title": "x", "end_time": "2024-01-01T10:00:00Z"], "$.end_time"),
      (["title": "x", "start_time": "1999-12-31T23:59:59Z"], "$.start_time"),
      (
        ["title": "x", "start_time": "2026-03-01T14:00:00Z", "end_time": "2026-03-01T13:00:00Z"],
        "$.end_time"
      ),
      (changed("title", " "), "$.checkpoints[0].title"), (changed("points", -1), "$.checkpoints[0].points"),
      (changed("points", 1001), "$.checkpoints[0].points"), (changed("points", "many"), "$.checkpoints[0].points"),
      (changed("location", ["latitude": 91, "longitude": 0]), "$.checkpoints[0].location.latitude"),
      (changed("location", ["latitude": 0]), "$.checkpoints[0].location.longitude"),
      (changed("location", "here"), "$.checkpoints[0].location.latitude"),
      (changed("location", ["latitude": 0, "longitude": 0, "more": []]), "$.checkpoints[0].location"),
      (changed("location", ["latitude": 0, "longitude": 0, "more": "a\0b"]), "$.checkpoints[0].location"),
      (changed("location", ["latitude": 0, "longitude": 0, "a\0b": 1]), "$.checkpoints[0].location"),
      (changed("location", ["latitude": 0, "longitude": 0, "more": long]), "$.checkpoints[0].location"),
      // 2,048 bytes at most as Postgres writes them: with spaces, and numbers in full.
      (changed("location", location(floor: 2005)), "$.checkpoints[0].location"),
      (changed("location", exponents), "$.checkpoints[0].location"),
    ]
    try await withApps { host in
      for (input, path) in faults {
        let answer = try await host.call("create_scavenger_hunt", by: UUID(), input)
        #expect(answer.status == 400, "\(path)")
        #expect(answer.code == "VALIDATION_ERROR")
        #expect(answer.json?["error"]?["details"]?["path"] == path, "\(answer)")
      }
      let large: JSONValue = .array(
        Array(repeating: ["title": "x", "description": .string(String(repeating: "x", count: 2000))], count: 20))
      let answer = try await host.call("create_scavenger_hunt", by: UUID(), ["title": "x", "checkpoints": large])
      #expect(answer.json?["error"]?["details"]?["path"] == "$.checkpoints")
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts") == 0)
    }
  }

  private func location(floor count: Int) -> JSONValue {
    ["latitude": 1, "longitude": 2, "floor": .string(String(repeating: "x", count: count))]
  }

  private var exponents: JSONValue {
    var members: JSONObject = ["latitude": 1, "longitude": 2]
    for key in ["a", "b", "c", "d", "e", "f", "g"] { members[key] = .number(1e300) }
    return .object(members)
  }

  @Test func aLocationOfTheMostBytesIsStored() async throws {
    try await withApps { host in
      let answer = try await host.call(
        "create_scavenger_hunt", by: UUID(), changed("location", location(floor: 1990)))
      #expect(answer.status == 200, "\(answer)")
    }
  }

  @Test func theOldestCompletedHuntsAreDeletedBeyondTwoHundred() async throws {
    try await withApps { host in
      let user = UUID()
      _ = try await host.makeHunt(by: user)
      let ids = (0..<202).map { _ in UUID() }
      try await host.database.transaction { transaction in
        for (index, id) in ids.enumerated() {
          let date = noon + Double(index)
          try await transaction.execute(
            """
            INSERT INTO scavenger_hunts (id, title, created_by, status, created_at, updated_at)
            VALUES (\(id), 'Old', \(user), 'draft', \(date), \(date))
            """)
        }
        for status in ["active", "completed"] {
          try await transaction.execute("UPDATE scavenger_hunts SET status = \(status) WHERE title = 'Old'")
        }
      }
      _ = try await host.makeHunt(by: user)
      let left = try await host.database.query("SELECT id FROM scavenger_hunts WHERE title = 'Old'")
      #expect(Set(try left.map { try $0.get("id", as: UUID.self) }) == Set(ids.dropFirst(2)))
      _ = try await host.makeHunt(by: UUID())
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE status = 'completed'") == 200)
    }
  }

  @Test func aHuntHasAHundredCheckpoints() async throws {
    try await withApps { host in
      let checkpoints = (1...100).map { JSONValue.object(["title": .string("Stop \($0)")]) }
      let answer = try await host.call(
        "create_scavenger_hunt", by: UUID(), ["title": "Long", "checkpoints": .array(checkpoints)])
      #expect(answer.json?["checkpoint_count"] == 100)
      #expect(answer.json?["checkpoints"]?.array?.last?["title"] == "Stop 100")
    }
  }

  @Test func aUserHasFiftyOpenHuntsAtMost() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      for _ in 0..<40 { _ = try await host.makeHunt(by: user) }
      let answers = try await host.racing { _ in
        try await host.call("create_scavenger_hunt", by: user, ["title": "x"])
      }
      #expect(answers.count { $0.status == 200 } == 10)
      let refused = answers.filter { $0.status != 200 }
      #expect(
        refused.allSatisfy { $0.code == "HUNT_LIMIT_REACHED" && $0.json?["error"]?["details"]?["limit"] == 50 })
      try await host.database.execute("UPDATE scavenger_hunts SET status = 'active'")
      try await host.database.execute("UPDATE scavenger_hunts SET status = 'completed'")
      #expect(try await host.call("create_scavenger_hunt", by: user, ["title": "x"]).status == 200)
    }
  }
}
