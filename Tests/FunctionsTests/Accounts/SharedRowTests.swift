import Edge
import Foundation
import SwiftletTesting
import Testing

/// What becomes of that which other users share with a deleted one.
@Suite struct SharedRowTests {
  @Test func sessionsChangeHandsAndMatchesStay() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (first, second) = (UUID(), UUID())
      let open = try await host.startGame(quorum: 3)
      for player in [first, second] {
        clock.advance(by: 1)
        #expect(try await host.join(open.code, by: player).status == 200)
      }
      let creator = open.creator
      #expect(try await host.like(open.options[0], in: open.id, by: creator) == noMatch)
      #expect(try await host.like(open.options[0], in: open.id, by: first) == noMatch)
      let input: JSONValue = ["category_id": try await host.category("Movies").json]
      let alone = try #require(
        try await host.call("create_session", by: creator, input).json?["session_id"]?.string
          .flatMap(UUID.init(uuidString:)))
      let matched = try await host.startGame(players: [creator, second])
      for player in [creator, second] {
        _ = try await host.like(matched.options[0], in: matched.id, by: player)
      }

      #expect(try await host.deleteAccount(of: creator).status == 204)
      try await host.drainJobs()

      let session = try await host.call("session", by: second, ["session_id": open.id.json])
      #expect(session.json?["session_participants"]?.array?.compactMap { $0["users"]?.id } == [first, second])
      // The likes of the deleted user count no more.
      #expect(try await host.like(open.options[0], in: open.id, by: second) == noMatch)
      #expect(try await host.close(open.id, by: second).code == "PERMISSION_DENIED")
      #expect(try await host.close(open.id, by: first).status == 200)
      #expect(try await host.count("SELECT count(*) FROM sessions WHERE id = \(alone)") == 0)
      #expect(try await host.standing(of: matched) == ("matched", matched.options[0]))
    }
  }

  @Test func groupsAndHuntsChangeHands() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (creator, member, player) = (UUID(), UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [member])
      clock.advance(by: 1)
      #expect(try await host.join(group, by: player).status == 200)
      let draft = try await host.makeHunt(by: creator, in: group)
      let running = try await host.makeHunt(by: creator, in: group, players: [player], started: true)
      let alone = try await host.makeHunt(by: creator)
      #expect(try await host.submit(running.checkpoints[0], by: player).status == 200)

      #expect(try await host.deleteAccount(of: creator).status == 204)
      try await host.drainJobs()

      func creators(of table: SQL) async throws -> [UUID: UUID] {
        let rows = try await host.database.query("SELECT id, created_by FROM \(table)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.get("id"), try $0.get("created_by")) })
      }
      #expect(try await creators(of: "social_groups") == [group.id: member])
      #expect(try await creators(of: "scavenger_hunts") == [draft.id: member, running.id: player])
      #expect(try await host.count("SELECT count(*) FROM hunt_checkpoints WHERE hunt_id = \(alone.id)") == 0)
      #expect(try await host.count("SELECT count(*) FROM checkpoint_submissions") == 1)
      #expect(try await host.change(running, by: player, ["status": "completed"]).status == 200)
      #expect(try await host.change(draft, by: member, ["status": "active"]).status == 200)
    }
  }

  @Test func aHuntOfAGroupGoesToNoFormerMember() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (owner, creator, former, player) = (UUID(), UUID(), UUID(), UUID())
      let group = try await host.makeGroup(by: owner, members: [creator, former, player])
      let hunt = try await host.makeHunt(by: creator, in: group, players: [former], started: true)
      clock.advance(by: 1)
      #expect(try await host.join(hunt, by: player).status == 200)
      let removal: JSONValue = ["group_id": group.id.json, "user_id": former.json]
      #expect(try await host.call("remove_group_member", by: owner, removal).status == 200)

      #expect(try await host.deleteAccount(of: creator).status == 204)
      try await host.drainJobs()

      let heir = try await host.database.first("SELECT created_by FROM scavenger_hunts WHERE id = \(hunt.id)")
      #expect(try heir?.get("created_by") == player)
    }
  }

  @Test func sharesOfOthersForgetTheRecipient() async throws {
    try await withApps { host in
      let (user, friend, other) = (UUID(), UUID(), UUID())
      #expect(try await host.call("share_eta", by: friend, Share(for: [user, other]).json).status == 200)
      #expect(try await host.call("share_eta", by: friend, Share(for: [user]).json).status == 200)
      // The user has no row: a recipient need not have signed in.
      #expect(try await host.deleteAccount(of: user).status == 204)
      try await host.drainJobs()
      let shares = try await host.call("eta_shares", by: friend).json?.array ?? []
      #expect(Set(shares.compactMap { $0["recipients"] }) == [[], [other.json]])
      #expect(try await host.call("eta_shares", by: user) == Answer(200, []))
      #expect(try await host.call("eta_shares", by: other).json?.array?.count == 1)
    }
  }

  @Test func aNewShareLeavesOutRecipientsWhoHaveDeletedTheirAccounts() async throws {
    try await withApps { host in
      let (user, friend, other) = (UUID(), UUID(), UUID())
      #expect(try await host.deleteAccount(of: user).status == 204)
      for isErased in [false, true] {
        if isErased { try await host.drainJobs() }
        let share = try await host.call("share_eta", by: friend, Share(for: [user, other]).json)
        #expect(share.json?["recipients"] == [other.json], "erased: \(isErased)")
        let refused = try await host.call("share_eta", by: friend, Share(for: [user]).json)
        #expect((refused.status, refused.code) == (404, "RECIPIENT_NOT_FOUND"), "erased: \(isErased)")
      }
      #expect(try await host.call("eta_shares", by: friend).json?.array?.count == 2)
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
    }
  }

  @Test func aWaitingPlayerLearnsThatAnotherHasLeft() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      let changes = try host.changes.subscribe(to: ChangeTopic("session", game.id), by: friend)
      #expect(try await host.deleteAccount(of: game.creator).status == 204)
      try await host.drainJobs()
      #expect(try await changes.next(upTo: .seconds(3600)) == .hint)
    }
  }
}
