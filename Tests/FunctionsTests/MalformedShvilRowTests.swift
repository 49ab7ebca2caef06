import Edge
import Foundation
import SwiftletTesting
import Testing

/// A malformed row of one user is left out of the lists of others in Shvil's groups, hunts, plans and places, and logged.
@Suite struct MalformedShvilRowTests {
  /// Expects that a list has the valid rows alone, in their order, and that each malformed row was logged once.
  private func expect(
    _ list: Answer, _ ids: [UUID], by key: String = "id", leavesOut malformed: [UUID], of table: String,
    loggedAs column: String = "row", _ recorder: LogRecorder
  ) throws {
    #expect(list.status == 200)
    let rows = try #require(list.json?.array)
    #expect(rows.map { $0[key] } == ids.map(\.json))
    let lines = recorder.take().filter { $0.message == "Left out a row that cannot be read" }
    #expect(lines.map { $0.metadata["table"] } == malformed.map { _ in table })
    #expect(lines.map { $0.metadata[column] } == malformed.map(\.text))
  }

  private func id(_ answer: Answer) throws -> UUID {
    try #require(answer.status == 200, "\(answer)")
    return try #require(answer.json?.id)
  }

  @Test func groupsLeaveOutTheGroup() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let user = UUID()
      let own = try await host.makeGroup(by: user)
      let other = try await host.makeGroup(members: [user])
      try await host.database.execute("UPDATE social_groups SET created_at = 'infinity' WHERE id = \(other.id)")
      let list = try await host.call("social_groups", by: user)
      try expect(list, [own.id], leavesOut: [other.id], of: "social_groups", recorder)
    }
  }

  @Test func membersLeaveOutTheMember() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let (creator, malformed) = (UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [malformed])
      try await host.database.execute("UPDATE group_members SET joined_at = 'infinity' WHERE user_id = \(malformed)")
      let row = try #require(try await host.database.first("SELECT id FROM group_members WHERE user_id = \(malformed)"))
      let list = try await host.call("group_members", by: creator, ["group_id": group.id.json])
      try expect(list, [creator], by: "user_id", leavesOut: [row.get("id")], of: "group_members", recorder)
    }
  }

  @Test func huntsLeaveOutTheHunt() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let (creator, member) = (UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [member])
      let hunt = try await host.makeHunt(by: creator, in: group)
      let malformed = try await host.makeHunt(by: member, in: group)
      try await host.database.execute("UPDATE scavenger_hunts SET created_at = 'infinity' WHERE id = \(malformed.id)")
      let all = try await host.call("scavenger_hunts", by: creator)
      try expect(all, [hunt.id], leavesOut: [malformed.id], of: "scavenger_hunts", recorder)
      let ofGroup = try await host.call("group_hunts", by: creator, ["group_id": group.id.json])
      try expect(ofGroup, [hunt.id], leavesOut: [malformed.id], of: "scavenger_hunts", recorder)
    }
  }

  @Test func checkpointsLeaveOutTheCheckpoint() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let player = UUID()
      let hunt = try await host.makeHunt(players: [player])
      if host.database.dialect == .postgres {
        // A project's own table may lack the rule.
        try await host.database.execute("ALTER TABLE hunt_checkpoints DROP CONSTRAINT hunt_checkpoints_location")
      }
      let malformed = hunt.checkpoints[1]
      let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
      try await host.database.execute("UPDATE hunt_checkpoints SET location = \(deep) WHERE id = \(malformed)")
      let rest = [hunt.checkpoints[0], hunt.checkpoints[2]]
      let list = try await host.call("hunt_checkpoints", by: player, ["hunt_id": hunt.id.json])
      try expect(list, rest, leavesOut: [malformed], of: "hunt_checkpoints", recorder)
      let one = try await host.call("scavenger_hunt", by: player, ["hunt_id": hunt.id.json])
      let checkpoints = Answer(one.status, one.json?.row?["checkpoints"])
      try expect(checkpoints, rest, leavesOut: [malformed], of: "hunt_checkpoints", recorder)
    }
  }

  @Test func submissionsAndTheLeaderboardLeaveOutTheSubmission() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let (player, malformed) = (UUID(), UUID())
      let hunt = try await host.makeHunt(players: [player, malformed], started: true)
      let submissions = [
        try id(await host.submit(hunt.checkpoints[0], by: player)),
        try id(await host.submit(hunt.checkpoints[0], by: malformed)),
      ]
      try await host.database.execute(
        "UPDATE checkpoint_submissions SET submitted_at = 'infinity' WHERE user_id = \(malformed)")
      let list = try await host.call(
        "checkpoint_submissions", by: hunt.creator, ["checkpoint_id": hunt.checkpoints[0].json])
      try expect(list, [submissions[0]], leavesOut: [submissions[1]], of: "checkpoint_submissions", recorder)
      let board = try await host.call("hunt_leaderboard", by: player, ["hunt_id": hunt.id.json])
      try expect(
        board, [player], by: "user_id", leavesOut: [malformed], of: "checkpoint_submissions", loggedAs: "user_id",
        recorder)
    }
  }

  @Test(arguments: [
    ("adventure_plans", "create_adventure_plan", "title"), ("saved_places", "save_place", "name"),
  ]) func plansAndPlacesLeaveOutTheRow(table: String, function: String, member: String) async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let user = UUID()
      let rows = [
        try id(await host.call(function, by: user, .object([member: "one"]))),
        try id(await host.call(function, by: user, .object([member: "two"]))),
      ]
      let update: SQL =
        switch table {
        case "saved_places": "UPDATE saved_places SET created_at = 'infinity' WHERE id = \(rows[0])"
        default: "UPDATE adventure_plans SET created_at = 'infinity' WHERE id = \(rows[0])"
        }
      try await host.database.execute(update)
      let list = try await host.call(table, by: user)
      try expect(list, [rows[1]], leavesOut: [rows[0]], of: table, recorder)
    }
  }
}
