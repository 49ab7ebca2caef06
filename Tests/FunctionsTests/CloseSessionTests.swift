import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct CloseSessionTests {
  @Test func theCreatorCloses() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      #expect(try await host.close(game.id, by: game.creator) == Answer(200, ["success": true]))
      #expect(try await host.standing(of: game) == ("closed", nil))
    }
  }

  @Test func onlyTheCreatorCloses() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      for user in [friend, UUID()] {
        let answer = try await host.close(game.id, by: user)
        #expect(answer.status == 403)
        #expect(answer.code == "PERMISSION_DENIED")
      }
      #expect(try await host.standing(of: game).status == "open")
    }
  }

  @Test func anUnknownSessionIsNotFound() async throws {
    try await withApps { host in
      let answer = try await host.close(UUID(), by: UUID())
      #expect(answer.status == 404)
      #expect(answer.code == "SESSION_NOT_FOUND")
    }
  }

  @Test func closingAnEndedSessionIsAConflict() async throws {
    try await withApps { host in
      let closed = try await host.startGame()
      #expect(try await host.close(closed.id, by: closed.creator).status == 200)
      let matched = try await host.startGame(quorum: 1)
      #expect(try await host.like(matched.options[0], in: matched.id, by: matched.creator).status == 200)
      for game in [closed, matched] {
        let answer = try await host.close(game.id, by: game.creator)
        #expect(answer.status == 409)
        #expect(answer.code == "CONFLICT")
      }
      #expect(try await host.standing(of: matched).status == "matched")
    }
  }
}
