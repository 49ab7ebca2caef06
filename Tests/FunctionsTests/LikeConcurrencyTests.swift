import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct LikeConcurrencyTests {
  /// Adds users to sessions without the round trips of joining.
  private func add(_ users: [UUID], to game: Game, on host: TestHost) async throws {
    try await host.database.transaction { transaction in
      for user in users {
        try await transaction.execute("INSERT INTO users (id) VALUES (\(user)) ON CONFLICT (id) DO NOTHING")
        try await transaction.execute(
          "INSERT INTO session_participants (session_id, user_id) VALUES (\(game.id), \(user))")
      }
    }
  }

  @Test func twoHundredUsersAtOnceMatchEachOfTwentySessionsExactlyOnce() async throws {
    try await withApps { host in
      let users = (0..<200).map { _ in UUID() }
      var games: [Game] = []
      for _ in 0..<20 {
        let game = try await host.startGame(quorum: 2)
        try await add(users, to: game, on: host)
        games.append(game)
      }

      // Each user likes in five of the sessions, one of three options: fifty likes for each session.
      let answers = try await withThrowingTaskGroup(of: (UUID, UUID, Answer).self) { group in
        for (number, user) in users.enumerated() {
          for round in 0..<5 {
            let game = games[(number + round * 4) % 20]
            let option = game.options[number / 20 % 3]
            group.addTask { (game.id, option, try await host.like(option, in: game.id, by: user)) }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }

      #expect(answers.count == 1000)
      for game in games {
        let own = answers.filter { $0.0 == game.id }
        let matches = own.filter { $0.2.json?["match_found"] == true }
        #expect(matches.count == 1)
        let option = try #require(matches.first?.1)
        #expect(matches.first?.2 == match(option))
        #expect(try await host.standing(of: game) == ("matched", option))
        // Three options, so at most one other like of each option came before the match.
        let unmatched = own.filter { $0.2 == noMatch }
        #expect((1...3).contains(unmatched.count))
        #expect(own.filter { $0.2.code == "CONFLICT" }.count == own.count - 1 - unmatched.count)
        #expect(
          try await host.count("SELECT count(*) FROM likes WHERE session_id = \(game.id)") == 1 + unmatched.count)
        #expect(
          try await host.count("SELECT count(*) FROM likes WHERE session_id = \(game.id) AND match_found") == 1)
      }
    }
  }

  @Test func sixteenLikesAtOnceMakeOneMatch() async throws {
    try await withApps(connections: 16) { host in
      for _ in 0..<5 {
        let players = (0..<15).map { _ in UUID() }
        let game = try await host.startGame(quorum: 16)
        try await add(players, to: game, on: host)
        let option = game.options[0]
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
          for player in players + [game.creator] {
            group.addTask { try await host.like(option, in: game.id, by: player) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.filter { $0 == match(option) }.count == 1)
        #expect(answers.filter { $0 == noMatch }.count == 15)
        #expect(try await host.standing(of: game) == ("matched", option))
        #expect(
          try await host.count("SELECT count(*) FROM likes WHERE session_id = \(game.id) AND match_found") == 1)
      }
      #expect(try await host.queuedJobs().count == 5, "each match is sent once")
    }
  }

  @Test func aLikeSentManyTimesAtOnceIsOneLike() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      let option = game.options[0]
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 0..<50 { group.addTask { try await host.like(option, in: game.id, by: friend) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers == Array(repeating: noMatch, count: 50))
      #expect(try await host.count("SELECT count(*) FROM likes") == 1)
      #expect(try await host.standing(of: game) == ("open", nil))
    }
  }

  @Test func aLikeAndACloseAtOnceLeaveOneOutcome() async throws {
    try await withApps { host in
      for _ in 0..<20 {
        let game = try await host.startGame(quorum: 1)
        async let liking = host.like(game.options[0], in: game.id, by: game.creator)
        async let closing = host.close(game.id, by: game.creator)
        let (liked, closed) = try await (liking, closing)
        #expect([liked.status, closed.status].sorted() == [200, 409])
        #expect(try await host.standing(of: game).status == (liked.status == 200 ? "matched" : "closed"))
      }
    }
  }
}
