import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// Joining, listing, starting, ending and deleting hunts.
@Suite struct HuntTests {
  @Test func joiningAgainHasTheSameAnswer() async throws {
    try await withApps { host in
      let user = UUID()
      let hunt = try await host.makeHunt()
      let first = try await host.table(.post, "scavenger_hunts/\(hunt.id.text)/join", by: user)
      #expect(first.status == 200)
      #expect(first.json?.id == hunt.id)
      #expect(first.json?["participant_count"] == 1)
      #expect(try await host.table(.post, "scavenger_hunts/\(hunt.id.text)/join", by: user) == first)
      #expect(try await host.join(hunt, by: user) == first)
      for id in [UUID().text, "nonsense"] {
        let unknown = try await host.table(.post, "scavenger_hunts/\(id)/join", by: user)
        #expect(unknown.code == (id == "nonsense" ? "VALIDATION_ERROR" : "HUNT_NOT_FOUND"))
      }
    }
  }

  @Test func ofManyJoinsAtOnceOneMakesAParticipant() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let hunt = try await host.makeHunt()
      let answers = try await host.racing { _ in try await host.join(hunt, by: user) }
      #expect(answers.allSatisfy { $0.status == 200 && $0 == answers[0] })
      #expect(answers[0].json?["participant_count"] == 1)
      #expect(try await host.count("SELECT count(*) FROM hunt_participants") == 1)
    }
  }

  @Test func aHuntOfAGroupIsForItsMembers() async throws {
    try await withApps { host in
      let (creator, member, stranger) = (UUID(), UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [member])
      let hunt = try await host.makeHunt(by: creator, in: group)
      #expect(try await host.join(hunt, by: member).status == 200)
      let path = "scavenger_hunts?id=eq.\(hunt.id.text)"
      for answer in [
        try await host.join(hunt, by: stranger), try await host.table(.get, path, by: stranger),
        try await host.change(hunt, by: stranger, ["status": "active"]),
        try await host.table(.delete, path, by: stranger),
        try await host.table(.get, "hunt_checkpoints?hunt_id=eq.\(hunt.id.text)", by: stranger),
        try await host.table(.get, "hunt_leaderboard?hunt_id=eq.\(hunt.id.text)", by: stranger),
      ] {
        #expect(answer.status == 404)
        #expect(answer.code == "HUNT_NOT_FOUND")
      }
      let hidden = try await host.table(.get, "scavenger_hunts?group_id=eq.\(group.id.text)", by: stranger)
      #expect(hidden.code == "GROUP_NOT_FOUND")
      #expect(try await host.table(.get, "scavenger_hunts", by: stranger) == Answer(200, []))
      for list in ["scavenger_hunts", "scavenger_hunts?group_id=eq.\(group.id.text)"] {
        #expect(try await host.table(.get, list, by: member).json?.array?.map(\.id) == [hunt.id])
      }
      // A member who is removed sees it no more.
      let removal: JSONValue = ["group_id": group.id.json, "user_id": member.json]
      #expect(try await host.call("remove_group_member", by: creator, removal).status == 200)
      #expect(try await host.table(.get, path, by: member).code == "HUNT_NOT_FOUND")
      #expect(try await host.table(.get, "scavenger_hunts", by: member) == Answer(200, []))
    }
  }

  @Test func activeHuntsComeFirst() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      var hunts: [Hunt] = []
      for _ in 0..<3 {
        hunts.append(try await host.makeHunt(by: user))
        clock.advance(by: 1)
      }
      #expect(try await host.change(hunts[0], by: user, ["status": "active"]).status == 200)
      #expect(try await host.change(hunts[2], by: user, ["status": "active"]).status == 200)
      #expect(try await host.change(hunts[2], by: user, ["status": "completed"]).status == 200)
      let list = try await host.rpc("scavenger_hunts", by: user)
      #expect(list.json?.array?.map(\.id) == [hunts[0].id, hunts[1].id, hunts[2].id])
    }
  }

  @Test func onlyTheCreatorStartsAHuntAndOnlyOnce() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, player) = (UUID(), UUID())
      let hunt = try await host.makeHunt(by: creator, players: [player])
      let start: JSONValue = ["status": "active", "start_time": "2024-01-01T10:00:00Z"]
      let denied = try await host.change(hunt, by: player, start)
      #expect(denied.status == 403)
      #expect(denied.code == "PERMISSION_DENIED")
      let refused = try await host.change(hunt, by: creator, ["status": "banana"])
      #expect(refused.status == 400)
      #expect(refused.code == "VALIDATION_ERROR")
      #expect(try await host.change(hunt, by: creator, ["status": "completed"]).code == "CONFLICT")

      let started = try await host.change(hunt, by: creator, start)
      #expect(started.status == 200)
      #expect(started.json?.row?["status"] == "active")
      #expect(started.json?.row?["start_time"] == "2024-01-01T10:00:00.000Z")
      clock.advance(by: 60)
      #expect(try await host.change(hunt, by: creator, start) == started)
      #expect(try await host.change(hunt, by: creator, ["status": "draft"]).code == "CONFLICT")
      let ended = try await host.change(hunt, by: creator, ["status": "completed"])
      #expect(ended.json?.row?["end_time"] == "2026-03-01T12:01:00.000Z")
      #expect(try await host.change(hunt, by: creator, ["status": "active"]).code == "CONFLICT")
      #expect(try await host.join(hunt, by: UUID()).code == "CONFLICT")
      #expect(try await host.join(hunt, by: player).status == 200)
    }
  }

  @Test func ofManyStartsAtOnceOneHasAnEffect() async throws {
    try await withApps(connections: 8) { host in
      let hunt = try await host.makeHunt()
      let log: SQL =
        host.database.dialect == .sqlite
        ? "CREATE TABLE starts (id TEXT NOT NULL)" : "CREATE TABLE starts (id uuid NOT NULL)"
      try await host.database.execute(log)
      try await host.database.transaction { try await $0.run(script: Self.trigger(host.database.dialect)) }
      let answers = try await host.racing { _ in try await host.change(hunt, by: hunt.creator, ["status": "active"]) }
      #expect(answers.allSatisfy { $0.status == 200 && $0 == answers[0] })
      #expect(try await host.count("SELECT count(*) FROM starts") == 1)
    }
  }

  private static func trigger(_ dialect: SQLDialect) -> String {
    switch dialect {
    case .sqlite: "CREATE TRIGGER log AFTER UPDATE ON scavenger_hunts BEGIN INSERT INTO starts VALUES (NEW.id); END;"
    case .postgres:
      """
      CREATE FUNCTION log() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO starts VALUES (NEW.id); RETURN NULL; END $$;
      CREATE TRIGGER log AFTER UPDATE ON scavenger_hunts FOR EACH ROW EXECUTE FUNCTION log();
      """
    }
  }

  @Test func aHuntIsPlannedAndDescribed() async throws {
    try await withApps { host in
      let hunt = try await host.makeHunt()
      let planned = try await host.change(
        hunt, by: hunt.creator,
        [
          "title": "New", "description": "more", "start_time": "2026-03-01T15:00:00+01:00",
          "end_time": "2026-03-02T14:00:00Z",
        ])
      #expect(planned.json?.row?["title"] == "New")
      #expect(planned.json?.row?["start_time"] == "2026-03-01T14:00:00.000Z")
      let unplanned = try await host.change(
        hunt, by: hunt.creator, ["description": .null, "start_time": .null, "end_time": .null])
      #expect(unplanned.json?.row?["title"] == "New")
      for key in ["description", "start_time", "end_time"] { #expect(unplanned.json?.row?[key] == nil) }
      let deleted = try await host.table(.delete, "scavenger_hunts?id=eq.\(hunt.id.text)", by: hunt.creator)
      #expect(deleted.json?.row?.id == hunt.id)
      #expect(try await host.count("SELECT count(*) FROM hunt_checkpoints") == 0)
    }
  }

  @Test(
    arguments: [
      ([:], "$"), (["group_id": "00000000-0000-4000-8000-000000000000"], "$"), (["title": .null], "$.title"),
      (["title": " "], "$.title"), (["status": .null], "$.status"), (["status": .null, "title": "x"], "$.status"),
    ] as [(JSONValue, JSONValue)])
  func aChangeNamesWhatItChanges(change: JSONValue, path: JSONValue) async throws {
    try await withApps { host in
      let hunt = try await host.makeHunt()
      let answer = try await host.change(hunt, by: hunt.creator, change)
      #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"))
      #expect(answer.json?["error"]?["details"]?["path"] == path)
    }
  }

  @Test func aHuntHasAThousandParticipantsAtMost() async throws {
    try await withApps { host in
      let hunt = try await host.makeHunt()
      try await host.database.transaction { transaction in
        for _ in 1..<HuntLimits.participants {
          let user = UUID()
          try await transaction.execute("INSERT INTO users (id) VALUES (\(user))")
          try await transaction.execute(
            "INSERT INTO hunt_participants (hunt_id, user_id, joined_at) VALUES (\(hunt.id), \(user), \(noon))")
        }
      }
      #expect(try await host.join(hunt, by: UUID()).status == 200)
      let refused = try await host.join(hunt, by: UUID())
      #expect((refused.status, refused.code) == (403, "PARTICIPANT_LIMIT_REACHED"))
      #expect(refused.json?["error"]?["details"]?["limit"] == 1000)
    }
  }

  @Test func theDatabaseAcceptsNoOtherStates() async throws {
    try await withApps { host in
      let hunt = try await host.makeHunt()
      let changes: [SQL] = [
        "UPDATE scavenger_hunts SET status = 'banana'", "UPDATE scavenger_hunts SET status = 'completed'",
        "UPDATE scavenger_hunts SET end_time = \(noon), start_time = \(noon + 1)",
        "INSERT INTO scavenger_hunts (id, title, created_by, status) VALUES (\(UUID()), 'x', \(hunt.creator), 'active')",
      ]
      for change in changes {
        await #expect(throws: DatabaseError.self, "\(change)") { try await host.database.execute(change) }
      }
    }
  }
}
