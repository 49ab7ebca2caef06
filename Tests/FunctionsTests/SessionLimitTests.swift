import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct SessionLimitTests {
  /// Inserts open sessions in which a user takes part, each a second older than the one before.
  private func insertSessions(_ count: Int, of user: UUID, like game: Game, _ host: TestHost) async throws {
    try await host.database.transaction { transaction in
      try await transaction.ensureUser(user, at: noon)
      for number in 0..<count {
        let id = UUID()
        try await transaction.execute(
          """
          INSERT INTO sessions (id, category_id, created_by, invite_code, quorum_n, status, created_at)
          SELECT \(id), category_id, \(user), \("code \(number)"), 2, 'open', \(noon.addingTimeInterval(-Double(number)))
          FROM sessions WHERE id = \(game.id)
          """)
        try await transaction.addParticipant(user, to: id, at: noon)
      }
    }
  }

  @Test func theHundredNewestOpenSessionsAreListed() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let user = UUID()
      try await insertSessions(SessionLimits.listed + 1, of: user, like: game, host)
      guard case .array(let sessions) = try await host.call("open_sessions", by: user).json else {
        Issue.record("The response is no list")
        return
      }
      #expect(sessions.map { $0["invite_code"] } == (0..<100).map { .string("code \($0)") })
    }
  }

  @Test func aSessionHasTwoHundredParticipantsAtMost() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      try await host.database.transaction { transaction in
        for _ in 2..<SessionLimits.participants {
          let user = UUID()
          try await transaction.ensureUser(user, at: noon)
          try await transaction.addParticipant(user, to: game.id, at: noon)
        }
      }
      #expect(try await host.join(game.code, by: UUID()).status == 200)
      let refused = try await host.join(game.code, by: UUID())
      #expect((refused.status, refused.code) == (403, "PARTICIPANT_LIMIT_REACHED"))
      #expect(refused.json?["error"]?["message"] == "The session is full: it has 200 participants")
      #expect(
        try await host.count("SELECT count(*) FROM session_participants WHERE session_id = \(game.id)") == 200)
    }
  }
}
