import Edge
import Foundation
import SwiftletTesting
import Testing

/// Shvil's groups, by the requests of its document.
@Suite struct GroupTests {
  @Test func theCreatorIsTheFirstMember() async throws {
    try await withApps { host in
      let user = UUID()
      let made = try await host.table(
        .post, "social_groups", by: user,
        ["name": "Weekend Warriors", "description": "Adventure group for weekend trips"])
      #expect(made.status == 201)
      let group = try #require(made.json?.row)
      let code = try #require(group["invite_code"]?.string)
      #expect(code.count == 8)
      let id = try #require(group.id)
      #expect(
        group == [
          "id": id.json, "name": "Weekend Warriors",
          "description": "Adventure group for weekend trips", "created_by": user.json, "invite_code": .string(code),
          "qr_code": .string("shvil://join/\(code)"), "member_count": 1, "created_at": "2026-03-01T12:00:00.000Z",
          "updated_at": "2026-03-01T12:00:00.000Z",
        ])
      let members = try await host.table(.get, "group_members?group_id=eq.\(id.text)", by: user)
      #expect(members.json?.array?.count == 1)
      #expect(members.json?.row?["user_id"] == user.json)
      #expect(members.json?.row?["joined_at"] == "2026-03-01T12:00:00.000Z")
      let stored = try await host.database.first("SELECT qr_code FROM social_groups WHERE id = \(id)")
      #expect(try stored?.get("qr_code") == "shvil://join/\(code)")
    }
  }

  @Test func ofTheGroupsAUserSeesOnesOwn() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      let first = try await host.makeGroup(by: user)
      clock.advance(by: 1)
      let second = try await host.makeGroup(by: friend, members: [user])
      for list in [
        try await host.table(.get, "social_groups?select=*", by: user), try await host.call("social_groups", by: user),
        try await host.rpc("social_groups", by: user),
      ] {
        let groups = try #require(list.json?.array)
        #expect(groups.map(\.id) == [second.id, first.id])
        #expect(groups.map { $0["member_count"] } == [2, 1])
      }
      let one = try await host.table(.get, "social_groups?id=eq.\(second.id.text)", by: friend)
      #expect(one.json?.row?["invite_code"] == .string(second.code))
      #expect(try await host.table(.get, "social_groups", by: UUID()) == Answer(200, []))
      for path in ["social_groups?id=eq.\(first.id.text)", "group_members?group_id=eq.\(first.id.text)"] {
        let hidden = try await host.table(.get, path, by: friend)
        #expect(hidden.status == 404)
        #expect(hidden.code == "GROUP_NOT_FOUND")
      }
    }
  }

  @Test func membersHaveTheirNames() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, named, unnamed) = (UUID(), UUID(), UUID())
      let group = try await host.makeGroup(by: creator)
      for member in [named, unnamed] {
        clock.advance(by: 1)
        #expect(try await host.join(group, by: member).status == 200)
      }
      try await host.database.execute("UPDATE users SET display_name = 'Ada', username = 'a' WHERE id = \(creator)")
      try await host.database.execute("UPDATE users SET username = 'bob' WHERE id = \(named)")
      let list = try await host.call("group_members", by: unnamed, ["group_id": group.id.json])
      let members = try #require(list.json?.array)
      #expect(members.map { $0["user_id"] } == [creator, named, unnamed].map(\.json))
      #expect(members.map { $0["display_name"] } == ["Ada", "bob", nil])
    }
  }

  @Test func onlyTheCreatorChangesAndDeletesAGroup() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, friend) = (UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [friend])
      let path = "social_groups?id=eq.\(group.id.text)"
      clock.advance(by: 60)
      let change: JSONValue = ["name": "Others", "description": "new"]
      let renamed = try await host.table(.patch, path, by: creator, change)
      #expect(renamed.status == 200)
      #expect(renamed.json?.row?["name"] == "Others")
      #expect(renamed.json?.row?["updated_at"] == "2026-03-01T12:01:00.000Z")
      let cleared = try await host.table(.patch, path, by: creator, ["description": .null])
      #expect(cleared.json?.row?["name"] == "Others")
      #expect(cleared.json?.row?["description"] == nil)
      for (user, status, code) in [(friend, 403, "PERMISSION_DENIED"), (UUID(), 404, "GROUP_NOT_FOUND")] {
        for attempt in [
          try await host.table(.patch, path, by: user, ["name": "x"]),
          try await host.table(.delete, path, by: user),
        ] {
          #expect(attempt.status == status)
          #expect(attempt.code == code)
        }
      }
      let hunt = try await host.makeHunt(by: friend, in: group)
      let deleted = try await host.table(.delete, path, by: creator)
      #expect(deleted.json?.row?.id == group.id)
      #expect(try await host.count("SELECT count(*) FROM group_members") == 0)
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE id = \(hunt.id)") == 0)
      #expect(try await host.table(.delete, path, by: creator).code == "GROUP_NOT_FOUND")
    }
  }

  @Test(
    arguments: [
      ([:], "$"), (["invite_code": "x"], "$"), (["name": .null], "$.name"),
      (["name": .null, "description": "x"], "$.name"),
    ]
      as [(JSONValue, JSONValue)])
  func aChangeNamesWhatItChanges(change: JSONValue, path: JSONValue) async throws {
    try await withApps { host in
      let group = try await host.makeGroup()
      let target = "social_groups?id=eq.\(group.id.text)"
      let answer = try await host.table(.patch, target, by: group.creator, change)
      #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"))
      #expect(answer.json?["error"]?["details"]?["path"] == path)
    }
  }

  @Test func aFaultIsNamedByItsPath() async throws {
    try await withApps { host in
      let user = UUID()
      let group = try await host.makeGroup(by: user)
      let long = JSONValue.string(String(repeating: "ä", count: 1001))
      let faults: [(JSONValue, JSONValue)] = [
        (["name": ""], "$.name"), (["name": "  "], "$.name"), (["name": long], "$.name"), (["name": "a\0b"], "$.name"),
        (["name": "x", "description": long], "$.description"), (["name": 5], "$.name"),
      ]
      for (input, path) in faults {
        var change = try #require(input.object)
        change["group_id"] = group.id.json
        for answer in [
          try await host.call("create_social_group", by: user, input),
          try await host.call("update_social_group", by: user, .object(change)),
        ] {
          #expect(answer.status == 400)
          #expect(answer.code == "VALIDATION_ERROR")
          #expect(answer.json?["error"]?["details"]?["path"] == path)
        }
      }
      #expect(try await host.call("create_social_group", by: user, [:]).status == 400)
      #expect(try await host.count("SELECT count(*) FROM social_groups") == 1)
    }
  }

  @Test func aUserHasAHundredGroupsAtMost() async throws {
    try await withApps { host in
      let user = UUID()
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      try await host.database.transaction { transaction in
        for number in 0..<99 {
          let id = UUID()
          try await transaction.execute(
            """
            INSERT INTO social_groups (id, name, created_by, invite_code)
            VALUES (\(id), 'x', \(user), \("CODE-\(number)"))
            """)
          try await transaction.execute(
            """
            INSERT INTO group_members (id, group_id, user_id) VALUES (\(UUID()), \(id), \(user))
            ON CONFLICT (group_id, user_id) DO NOTHING
            """)
        }
      }
      let other = try await host.makeGroup()
      let answers = try await host.racing { number in
        number.isMultiple(of: 2)
          ? try await host.call("create_social_group", by: user, ["name": "x"])
          : try await host.join(other, by: user)
      }
      #expect(try await host.count("SELECT count(*) FROM group_members WHERE user_id = \(user)") == 100)
      for answer in answers where answer.status != 200 {
        #expect((answer.status, answer.code) == (403, "GROUP_LIMIT_REACHED"))
        #expect(answer.json?["error"]?["details"]?["limit"] == 100)
      }
    }
  }
}
