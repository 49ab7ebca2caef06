import Edge
import Engines
import Foundation
import Functions
import SwiftletTesting
import Testing

/// Leaving a group, removing a member, and what becomes of a group whose creator leaves.
@Suite struct LeaveGroupTests {
  /// A group whose members joined one second after another.
  private func group(_ members: [UUID], _ clock: SteppingClock, on host: TestHost) async throws -> Group {
    let group = try await host.makeGroup(by: members[0])
    for member in members.dropFirst() {
      clock.advance(by: 1)
      try #require(try await host.join(group, by: member).status == 200)
    }
    return group
  }

  private func membership(_ group: Group, _ user: UUID) -> String {
    "group_members?group_id=eq.\(group.id.text)&user_id=eq.\(user.text)"
  }

  private func creator(of group: Group, on host: TestHost) async throws -> UUID? {
    try await host.database.first("SELECT created_by FROM social_groups WHERE id = \(group.id)")?.get("created_by")
  }

  private func members(of group: Group, on host: TestHost) async throws -> Set<UUID> {
    let rows = try await host.database.query("SELECT user_id FROM group_members WHERE group_id = \(group.id)")
    return Set(try rows.map { try $0.get("user_id") })
  }

  @Test func aMemberLeaves() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, friend) = (UUID(), UUID())
      let group = try await group([creator, friend], clock, on: host)
      let left = try await host.table(.delete, membership(group, friend), by: friend)
      #expect(left.status == 200)
      #expect(left.json?.row?["user_id"] == friend.json)
      #expect(try await members(of: group, on: host) == [creator])
      #expect(try await self.creator(of: group, on: host) == creator)
      #expect(try await host.table(.delete, membership(group, friend), by: friend).code == "GROUP_NOT_FOUND")
      #expect(try await host.join(group, by: friend).status == 200)
    }
  }

  @Test func onlyTheCreatorRemovesOthers() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, friend, other) = (UUID(), UUID(), UUID())
      let group = try await group([creator, friend, other], clock, on: host)
      let denied = try await host.table(.delete, membership(group, other), by: friend)
      #expect(denied.status == 403)
      #expect(denied.code == "PERMISSION_DENIED")
      #expect(try await host.table(.delete, membership(group, creator), by: friend).status == 403)
      for target in [friend, UUID()] {
        let hidden = try await host.table(.delete, membership(group, target), by: UUID())
        #expect(hidden.code == "GROUP_NOT_FOUND")
      }
      #expect(try await members(of: group, on: host).count == 3)
      #expect(try await host.table(.delete, membership(group, other), by: creator).json?.array?.count == 1)
      #expect(try await host.table(.delete, membership(group, other), by: creator) == Answer(200, []))
      #expect(try await members(of: group, on: host) == [creator, friend])
    }
  }

  @Test func aCreatorWhoLeavesHandsTheGroupOver() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, heir, third) = (UUID(), UUID(), UUID())
      let group = try await group([creator, heir, third], clock, on: host)
      let reference: JSONValue = ["group_id": group.id.json]
      #expect(try await host.call("leave_social_group", by: creator, reference).status == 200)
      #expect(try await self.creator(of: group, on: host) == heir)
      #expect(try await host.call("social_group", by: creator, reference).code == "GROUP_NOT_FOUND")
      #expect(try await host.table(.delete, membership(group, third), by: heir).json?.array?.count == 1)
      // The last one to leave takes the group along.
      #expect(try await host.call("leave_social_group", by: heir, reference).status == 200)
      #expect(try await host.count("SELECT count(*) FROM social_groups") == 0)
      #expect(try await host.join(group, by: third).code == "GROUP_NOT_FOUND")
    }
  }

  /// A hunt goes to the first member who takes part in it, or else to the first member of the group.
  @Test(arguments: ["leave_social_group", "remove_group_member"])
  func theHuntsOfAGroupChangeHandsWithTheirCreator(function: String) async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, leaver, player) = (UUID(), UUID(), UUID())
      let group = try await group([creator, leaver, player], clock, on: host)
      let draft = try await host.makeHunt(by: leaver, in: group)
      let running = try await host.makeHunt(by: leaver, in: group, players: [player], started: true)
      let own = try await host.makeHunt(by: leaver)
      let reference: JSONValue = ["group_id": group.id.json, "user_id": leaver.json]
      let caller = function == "leave_social_group" ? leaver : creator
      #expect(try await host.call(function, by: caller, reference).status == 200)

      let rows = try await host.database.query("SELECT id, created_by FROM scavenger_hunts")
      let creators: [UUID: UUID] = Dictionary(
        uniqueKeysWithValues: try rows.map { (try $0.get("id"), try $0.get("created_by")) })
      #expect(creators == [draft.id: creator, running.id: player, own.id: leaver])
      #expect(try await host.change(draft, by: leaver, ["title": "Mine"]).code == "HUNT_NOT_FOUND")
      #expect(try await host.change(draft, by: creator, ["title": "Ours"]).status == 200)
    }
  }

  /// A hunt whose creator left its group in an earlier version.
  @Test func theUpgradeHandsTheHuntsOfFormerMembersOver() async throws {
    let earlier = MigrationSet(
      name: migrations.name, Array(migrations.migrations.prefix { $0.version < 30 }),
      tablesOnSQLiteAlone: migrations.tablesOnSQLiteAlone)
    let host = try await TestHost(functions: functions, migrations: [earlier], clock: .fixed(noon))
    try await host.test { host in
      let (creator, former) = (UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [former])
      _ = try await host.makeHunt(by: former, in: group)
      _ = try await host.makeHunt(by: creator, in: group)
      try await host.database.execute("DELETE FROM group_members WHERE user_id = \(former)")
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE created_by = \(former)") == 1)
      try await host.database.migrate(migrations)
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE created_by = \(creator)") == 2)
    }
  }

  @Test func aGroupOutlivesTheAccountOfItsCreator() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, heir) = (UUID(), UUID())
      let shared = try await group([creator, heir], clock, on: host)
      let own = try await host.makeGroup(by: creator)
      try await host.database.execute("DELETE FROM users WHERE id = \(creator)")
      #expect(try await self.creator(of: shared, on: host) == heir)
      #expect(try await self.creator(of: own, on: host) == nil)
    }
  }

  @Test func whenAllLeaveAndOthersJoinAtOnceTheCreatorIsAMember() async throws {
    try await withApps(connections: 8) { host in
      for _ in 0..<5 {
        let creator = UUID()
        let others = (0..<11).map { _ in UUID() }
        let group = try await host.makeGroup(by: creator, members: others)
        let leaving = [creator] + others
        let answers = try await host.racing { number in
          number < 12
            ? try await host.call("leave_social_group", by: leaving[number], ["group_id": group.id.json])
            : try await host.join(group, by: UUID())
        }
        #expect(answers.allSatisfy { $0.status == 200 || $0.code == "GROUP_NOT_FOUND" }, "\(answers)")
        let left = try await members(of: group, on: host)
        let owner = try await self.creator(of: group, on: host)
        #expect(left.isDisjoint(with: leaving))
        #expect(owner.map(left.contains) ?? left.isEmpty)
        #expect(answers.count { $0.status == 200 } == 12 + left.count)
      }
    }
  }
}
