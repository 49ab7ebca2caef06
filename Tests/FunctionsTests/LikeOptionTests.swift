import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct LikeOptionTests {
  @Test func theLikeThatReachesTheQuorumMakesTheMatch() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      let option = game.options[3]
      #expect(try await host.like(option, in: game.id, by: game.creator) == noMatch)
      #expect(try await host.standing(of: game) == ("open", nil))
      #expect(try await host.like(option, in: game.id, by: friend) == match(option))
      #expect(try await host.standing(of: game) == ("matched", option))
      let row = try #require(try await host.database.first("SELECT matched_at FROM sessions"))
      #expect(try row.get("matched_at") == noon)
    }
  }

  @Test func theQuorumCountsUsersWhoLikeTheSameOption() async throws {
    try await withApps { host in
      let friends = [UUID(), UUID()]
      let game = try await host.startGame(quorum: 3, players: friends)
      for option in game.options.prefix(3) {
        #expect(try await host.like(option, in: game.id, by: game.creator) == noMatch)
        #expect(try await host.like(option, in: game.id, by: game.creator) == noMatch)
      }
      #expect(try await host.like(game.options[0], in: game.id, by: friends[0]) == noMatch)
      #expect(try await host.like(game.options[1], in: game.id, by: friends[1]) == noMatch)
      #expect(try await host.standing(of: game) == ("open", nil))
      #expect(try await host.like(game.options[1], in: game.id, by: friends[0]) == match(game.options[1]))
      #expect(try await host.count("SELECT count(*) FROM likes") == 6)
    }
  }

  @Test func aQuorumOfOneMatchesAtOnce() async throws {
    try await withApps { host in
      let game = try await host.startGame(quorum: 1)
      #expect(try await host.like(game.options[5], in: game.id, by: game.creator) == match(game.options[5]))
    }
  }

  @Test func aRepeatedLikeAfterTheMatchIsAnsweredAsTheFirstWasWithTheMatch() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      let (liked, matched) = (game.options[0], game.options[1])
      #expect(try await host.like(liked, in: game.id, by: game.creator) == noMatch)
      #expect(try await host.like(matched, in: game.id, by: game.creator) == noMatch)
      #expect(try await host.like(matched, in: game.id, by: friend) == match(matched))
      for _ in 0..<2 {
        #expect(try await host.like(liked, in: game.id, by: game.creator) == repeated(false, after: matched))
        #expect(try await host.like(matched, in: game.id, by: game.creator) == repeated(false, after: matched))
        #expect(try await host.like(matched, in: game.id, by: friend) == repeated(true, after: matched))
      }
      #expect(try await host.count("SELECT count(*) FROM likes") == 3)
      #expect(try await host.standing(of: game) == ("matched", matched))
    }
  }

  @Test func aRepeatedLikeIsAnsweredAsTheFirstWasAfterTheClose() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      #expect(try await host.like(game.options[0], in: game.id, by: game.creator) == noMatch)
      #expect(try await host.close(game.id, by: game.creator).status == 200)
      #expect(try await host.like(game.options[0], in: game.id, by: game.creator) == noMatch)
    }
  }

  @Test func aNewLikeAfterTheEndIsAConflict() async throws {
    try await withApps { host in
      let closed = try await host.startGame()
      #expect(try await host.close(closed.id, by: closed.creator).status == 200)
      let matched = try await host.startGame(quorum: 1)
      #expect(try await host.like(matched.options[0], in: matched.id, by: matched.creator).status == 200)
      for game in [closed, matched] {
        let answer = try await host.like(game.options[1], in: game.id, by: game.creator)
        #expect(answer.status == 409)
        #expect(answer.code == "CONFLICT")
      }
      #expect(try await host.count("SELECT count(*) FROM likes") == 1)
      #expect(try await host.standing(of: matched) == ("matched", matched.options[0]))
    }
  }

  @Test func anUnknownSessionIsNotFound() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let answer = try await host.like(game.options[0], in: UUID(), by: game.creator)
      #expect(answer.status == 404)
      #expect(answer.code == "SESSION_NOT_FOUND")
    }
  }

  @Test func onlyParticipantsLike() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let answer = try await host.like(game.options[0], in: game.id, by: UUID())
      #expect(answer.status == 403)
      #expect(answer.code == "PERMISSION_DENIED")
      // A user outside of the session learns neither its options nor its end.
      #expect(try await host.like(UUID(), in: game.id, by: UUID()).status == 403)
      #expect(try await host.close(game.id, by: game.creator).status == 200)
      #expect(try await host.like(game.options[0], in: game.id, by: UUID()).status == 403)
      #expect(try await host.count("SELECT count(*) FROM likes") == 0)
    }
  }

  @Test func anOptionThatIsNotOfTheSessionIsNotFound() async throws {
    try await withApps { host in
      let game = try await host.startGame(of: "Movies")
      let other = try await host.startGame(of: "Activities")
      for option in [UUID(), other.options[0]] {
        let answer = try await host.like(option, in: game.id, by: game.creator)
        #expect(answer.status == 404)
        #expect(answer.code == "OPTION_NOT_FOUND")
      }
      #expect(try await host.close(game.id, by: game.creator).status == 200)
      #expect(try await host.like(other.options[0], in: game.id, by: game.creator).code == "OPTION_NOT_FOUND")
      #expect(try await host.count("SELECT count(*) FROM likes") == 0)
    }
  }

  @Test func theDatabaseItselfAdmitsOnlyLikesOfParticipants() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let stranger = UUID()
      try await host.database.execute("INSERT INTO users (id) VALUES (\(stranger))")
      await #expect(throws: DatabaseError.self) {
        try await host.database.execute(
          """
          INSERT INTO likes (id, session_id, option_id, user_id, match_found)
          VALUES (\(UUID()), \(game.id), \(game.options[0]), \(stranger), 0)
          """)
      }
    }
  }

  @Test func upperCaseIdentifiersAreTheSame() async throws {
    try await withApps { host in
      let game = try await host.startGame(quorum: 1)
      let answer = try await host.call(
        "like_option", by: game.creator,
        ["session_id": .string(game.id.uuidString), "option_id": .string(game.options[0].uuidString)])
      #expect(answer == match(game.options[0]))
    }
  }

  @Test func theAnonKeyIsNoUser() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let input: JSONValue = ["session_id": game.id.json, "option_id": game.options[0].json]
      #expect(try await host.call("like_option", as: .anon, json: input).status == 401)
      #expect(try await host.call("like_option", as: .withoutToken, json: input).status == 401)
    }
  }
}
