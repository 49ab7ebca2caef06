import Edge
import Foundation
import SwiftletTesting
import Testing

/// Shvil's groups and hunts as a client finds them that uses the tables past the host, as PostgREST lets it.
@Suite(.onPostgres) struct HuntPolicyTests {
  private static let refused = Outcome(refusal: "insufficientPrivilege")
  private static let violation = Outcome(refusal: "checkViolation")

  private struct World {
    let host: TestHost
    let creator = UUID()
    let player = UUID()
    let stranger = UUID()
    let hunt: Hunt

    init(_ host: TestHost, started: Bool = false) async throws {
      self.host = host
      try await host.register(creator, player, stranger)
      hunt = try await host.makeHunt(by: creator, players: [player], started: started)
    }

    func run(_ sql: String, by user: UUID) async throws -> Outcome {
      try await host.execute(sql, changes: true, by: user)
    }

    func count(_ table: String, by user: UUID) async throws -> Outcome {
      try await host.execute("SELECT count(*)::text AS n FROM \(table)", by: user)
    }

    func submission(of checkpoint: Int, _ more: String = "", _ value: String = "") -> String {
      "INSERT INTO checkpoint_submissions (checkpoint_id\(more)) VALUES ('\(hunt.checkpoints[checkpoint])'\(value))"
    }
  }

  private func withWorld(started: Bool = false, _ body: (World) async throws -> Void) async throws {
    // The policies know the database's clock.
    try await withApps(clock: .system, adding: [asCaller]) { host in
      try await body(try await World(host, started: started))
    }
  }

  @Test func participantsSeeAHuntWithoutAGroupAndStrangersDoNot() async throws {
    try await withWorld { (world) async throws in
      let tables = [("scavenger_hunts", "1"), ("hunt_checkpoints", "3"), ("hunt_participants", "1")]
      for (table, rows) in tables {
        for user in [world.creator, world.player] {
          #expect(try await world.count(table, by: user) == Outcome(rows: [rows]), "\(table)")
        }
        #expect(try await world.count(table, by: world.stranger) == Outcome(rows: ["0"]), "\(table)")
      }
      let joining = "INSERT INTO hunt_participants (hunt_id) VALUES ('\(world.hunt.id)')"
      #expect(try await world.run(joining, by: world.stranger) == Outcome(changed: 1))
      #expect(try await world.count("scavenger_hunts", by: world.stranger) == Outcome(rows: ["1"]))
      #expect(
        try await world.run("DELETE FROM hunt_participants", by: world.creator).refusal == "insufficientPrivilege")
    }
  }

  @Test func onlyMembersJoinAHuntOfAGroup() async throws {
    try await withWorld { world in
      let group = try await world.host.makeGroup(by: world.creator, members: [world.player])
      let hunt = try await world.host.makeHunt(by: world.creator, in: group)
      let joining = "INSERT INTO hunt_participants (hunt_id) VALUES ('\(hunt.id)')"
      #expect(try await world.run(joining, by: world.stranger) == Self.refused)
      #expect(
        try await world.run(joining.replacing("\(hunt.id)", with: "\(UUID())"), by: world.stranger) == Self.refused)
      #expect(try await world.run(joining, by: world.player) == Outcome(changed: 1))
      let forOthers = "INSERT INTO hunt_participants (hunt_id, user_id) VALUES ('\(hunt.id)', '\(world.creator)')"
      #expect(try await world.run(forOthers, by: world.player) == Self.refused)
      // A member who is removed from the group sees the hunt no more, and submits nothing.
      #expect(try await world.host.change(hunt, by: world.creator, ["status": "active"]).status == 200)
      try await world.host.database.execute("DELETE FROM group_members WHERE user_id = \(world.player)")
      #expect(try await world.count("scavenger_hunts", by: world.player) == Outcome(rows: ["1"]), "the other hunt")
      let submitting = "INSERT INTO checkpoint_submissions (checkpoint_id) VALUES ('\(hunt.checkpoints[0])')"
      #expect(try await world.run(submitting, by: world.player) == Self.refused)
    }
  }

  @Test func aHuntGoesFromDraftToActiveToCompletedAndNoOtherWay() async throws {
    try await withWorld { world in
      func set(_ change: String, by user: UUID) async throws -> Outcome {
        try await world.run("UPDATE scavenger_hunts SET \(change)", by: user)
      }
      for change in ["'banana'", "'completed'", "'active', start_time = now() + interval '1 day'"] {
        #expect(try await set("status = \(change)", by: world.creator) == Self.violation, "\(change)")
      }
      #expect(try await set("status = NULL", by: world.creator).refusal != nil)
      for change in [
        "start_time = 'infinity'", "end_time = '1999-01-01'", "end_time = now(), start_time = now() + interval '1 s'",
      ] {
        #expect(try await set(change, by: world.creator) == Self.violation, "\(change)")
      }
      #expect(try await set("status = 'active'", by: world.player) == Outcome())
      for column in ["created_by = created_by", "group_id = NULL", "updated_at = 'infinity'", "created_at = now()"] {
        #expect(try await set(column, by: world.creator) == Self.refused, "\(column)")
      }
      #expect(try await set("status = 'active'", by: world.creator) == Outcome(changed: 1))
      #expect(try await world.host.count("SELECT count(*) FROM scavenger_hunts WHERE start_time IS NOT NULL") == 1)
      for change in ["status = 'draft'", "start_time = now() - interval '1 hour'", "start_time = NULL"] {
        #expect(try await set(change, by: world.creator) == Self.violation, "\(change)")
      }
      #expect(try await set("status = 'completed'", by: world.creator) == Outcome(changed: 1))
      #expect(try await world.host.count("SELECT count(*) FROM scavenger_hunts WHERE end_time IS NOT NULL") == 1)
      for change in ["status = 'active'", "end_time = NULL"] {
        #expect(try await set(change, by: world.creator) == Self.violation, "\(change)")
      }
      for columns in [
        "(title, status) VALUES ('x', 'active')", "(title) VALUES ('')",
        "(title, description) VALUES ('x', repeat('x', 2001))",
      ] {
        let insert = try await world.run("INSERT INTO scavenger_hunts \(columns)", by: world.creator)
        #expect(insert == Self.violation, "\(columns)")
      }
    }
  }

  @Test func onlyParticipantsOfAnActiveHuntSubmit() async throws {
    try await withWorld { world in
      #expect(try await world.run(world.submission(of: 0), by: world.player) == Self.refused, "a draft")
      #expect(try await world.host.change(world.hunt, by: world.creator, ["status": "active"]).status == 200)
      for user in [world.creator, world.stranger] {
        #expect(try await world.run(world.submission(of: 0), by: user) == Self.refused)
      }
      for photo in ["", ", 'x'", ", 'javascript:alert(1)'", ", 'https://a b'", ", 'https://' || repeat('x', 2048)"] {
        let insert = world.submission(of: 2, photo.isEmpty ? "" : ", photo_url", photo)
        #expect(try await world.run(insert, by: world.player) == Self.refused, "\(photo)")
      }
      for (columns, values) in [
        (", verified", ", true"), (", submitted_at", ", now()"), (", reviewed_at", ", now()"),
        (", user_id", ", '\(world.creator)'"),
      ] {
        #expect(
          try await world.run(world.submission(of: 0, columns, values), by: world.player) == Self.refused, "\(columns)")
      }
      let photo = world.submission(of: 2, ", photo_url", ", 'HTTPS://example.com/1.jpg'")
      #expect(try await world.run(photo, by: world.player) == Outcome(changed: 1))
      #expect(try await world.run(world.submission(of: 0), by: world.player) == Outcome(changed: 1))
      try await world.host.database.execute(
        "UPDATE scavenger_hunts SET start_time = now() - interval '1 hour', end_time = now()")
      #expect(try await world.run(world.submission(of: 1), by: world.player) == Self.refused, "past its end")
    }
  }

  @Test func theCreatorsVerdictIsDatedByTheDatabase() async throws {
    try await withWorld(started: true) { world in
      #expect(try await world.run(world.submission(of: 0), by: world.player) == Outcome(changed: 1))
      let verdict = "UPDATE checkpoint_submissions SET verified = false"
      #expect(try await world.run(verdict, by: world.player) == Outcome())
      #expect(try await world.run(verdict, by: world.creator) == Outcome(changed: 1))
      let board = try await world.host.call("hunt_leaderboard", by: world.player, ["hunt_id": world.hunt.id.json])
      #expect(board == Answer(200, []))
      let dated = "UPDATE checkpoint_submissions SET reviewed_at = NULL"
      #expect(try await world.run(dated, by: world.creator) == Self.refused)
    }
  }

  @Test func checkpointsChangeInADraftOnly() async throws {
    try await withWorld { world in
      let insert = "INSERT INTO hunt_checkpoints (hunt_id, title, order_index"
      let hunt = "'\(world.hunt.id)', 'x', 9"
      for (columns, values) in [
        (", points", ", 1001"), (", points", ", -1"), (", description", ", repeat('x', 2001)"),
        (", location", ", '[]'"), (", location", #", '{"a":{"b":1}}'"#), (", location", #", '{"a":1e131071}'"#),
        (", location", ", jsonb_build_object('a', repeat('x', 2048))"),
      ] {
        let outcome = try await world.run("\(insert)\(columns)) VALUES (\(hunt)\(values))", by: world.creator)
        #expect(outcome == Self.violation, "\(columns) \(values)")
      }
      let located = #"\#(insert), location) VALUES (\#(hunt), '{"latitude":1,"longitude":2}')"#
      #expect(try await world.run(located, by: world.creator) == Outcome(changed: 1))
      #expect(try await world.run("UPDATE hunt_checkpoints SET points = 5", by: world.creator) == Outcome(changed: 4))
      let many = "\(insert)) SELECT '\(world.hunt.id)', 'x', n FROM generate_series(1, 97) AS n"
      #expect(try await world.run(many, by: world.creator) == Self.violation)
      #expect(try await world.host.change(world.hunt, by: world.creator, ["status": "active"]).status == 200)
      #expect(try await world.run("UPDATE hunt_checkpoints SET points = 9", by: world.creator) == Outcome())
      #expect(try await world.run("DELETE FROM hunt_checkpoints", by: world.creator) == Outcome())
      #expect(try await world.run("\(insert)) VALUES (\(hunt))", by: world.creator) == Self.refused)
      #expect(try await world.run("DELETE FROM scavenger_hunts", by: world.creator) == Outcome(changed: 1))
    }
  }

  @Test func theHuntsOfAGroupChangeHandsWhenTheirCreatorLeaves() async throws {
    try await withWorld { world in
      let group = try await world.host.makeGroup(by: world.creator, members: [world.player])
      let hunt = try await world.host.makeHunt(by: world.player, in: group)
      let leaving = "DELETE FROM group_members WHERE group_id = '\(group.id)' AND user_id = auth.uid()"
      #expect(try await world.run(leaving, by: world.player) == Outcome(changed: 1))
      let change = "UPDATE scavenger_hunts SET title = 'x' WHERE id = '\(hunt.id)'"
      #expect(try await world.run(change, by: world.player) == Outcome())
      #expect(try await world.run(change, by: world.creator) == Outcome(changed: 1))
    }
  }

  @Test func aUserKeepsTwoHundredCompletedHunts() async throws {
    try await withWorld { world in
      let insert = "INSERT INTO scavenger_hunts (title) VALUES ('x')"
      try await world.host.database.execute(
        "INSERT INTO scavenger_hunts (title, created_by) SELECT 'x', \(world.player) FROM generate_series(1, 202)")
      for status in ["active", "completed"] {
        try await world.host.database.execute(
          "UPDATE scavenger_hunts SET status = \(status) WHERE created_by = \(world.player)")
      }
      let completed: SQL = "SELECT count(*) FROM scavenger_hunts WHERE status = 'completed'"
      #expect(try await world.run(insert, by: world.creator) == Outcome(changed: 1))
      #expect(try await world.host.count(completed) == 202)
      #expect(try await world.run(insert, by: world.player) == Outcome(changed: 1))
      #expect(try await world.host.count(completed) == 200)
    }
  }

  @Test func aUserHasFiftyOpenHuntsAtMost() async throws {
    try await withWorld { (world) async throws in
      let many = "INSERT INTO scavenger_hunts (title) SELECT 'x' FROM generate_series(1, 50)"
      #expect(try await world.run(many, by: world.creator) == Self.violation)
      #expect(try await world.run(many, by: world.player) == Outcome(changed: 50))
    }
  }
}
