import Edge
import Foundation
import HTTPTypes
import SwiftletTesting
import Testing

@testable import Functions

/// Wrong invite codes: ten within a minute are answered, for each user.
@Suite struct GuessingTests {
  /// A code that no session has.
  private func wrong(_ number: Int) -> String {
    let letters = InviteCode.alphabet
    return String([letters[number % 15], letters[number / 15 % 15]]) + "FFFFFFFF"
  }

  private func guess(_ code: String, by user: UUID, on host: TestHost) async throws -> TestResponse {
    try await host.call("join_session", as: .user(user), json: ["invite_code": JSONValue.string(code)])
  }

  @Test func afterTenWrongCodesEveryCodeIsRefusedForAMinute() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      let game = try await host.startGame()
      for number in 0..<10 {
        let answer = try await guess(number.isMultiple(of: 2) ? wrong(number) : "no such code", by: user, on: host)
        #expect(answer.status == 404)
        #expect(answer.headers[.init("X-RateLimit-Remaining") ?? .retryAfter] == "\(9 - number)")
        clock.advance(by: 1)
      }
      for code in [wrong(10), game.code] {
        let answer = try await guess(code, by: user, on: host)
        #expect(answer.status == 429)
        #expect(try Answer(answer).code == "RATE_LIMIT_EXCEEDED")
        #expect(answer.headers[.retryAfter] == "50")
        #expect(answer.headers[.init("X-RateLimit-Limit") ?? .retryAfter] == "10")
        #expect(answer.headers[.init("X-RateLimit-Remaining") ?? .retryAfter] == "0")
        let reset = Int64((noon + 60).timeIntervalSince1970)
        #expect(answer.headers[.init("X-RateLimit-Reset") ?? .retryAfter] == "\(reset)")
      }
      #expect(try await host.join(game.code, by: UUID()).status == 200)
      clock.advance(by: 50)
      #expect(try await guess(game.code, by: user, on: host).status == 200)
      #expect(try await guess(wrong(11), by: user, on: host).status == 404)
      #expect(try await host.count("SELECT count(*) FROM invite_code_misses") == 10)
      #expect(try await guess(wrong(12), by: user, on: host).status == 429)
    }
  }

  @Test func theDatabaseFunctionRefusesInTheShapeOfItsRoute() async throws {
    try await withApps { host in
      let user = UUID()
      for number in 0..<10 {
        let parameters: JSONValue = ["p_invite_code": .string(wrong(number))]
        #expect(
          try await host.rpc("join_session", by: user, parameters)
            == Answer(200, ["success": false, "message": "Session not found"]))
      }
      let refused = try await host.rpc("join_session", as: .user(user), ["p_invite_code": "FHKLMRWXY2"])
      #expect(refused.status == 429)
      #expect(refused.headers[.retryAfter] == "60")
      #expect(try refused.json["code"] == "RATE_LIMIT_EXCEEDED")
      #expect(try Set(refused.json.object?.keys ?? []) == ["code", "message", "details", "hint"])
    }
  }

  @Test func rightCodesAreNotCounted() async throws {
    try await withApps { host in
      let user = UUID()
      let game = try await host.startGame(players: [user])
      let closed = try await host.startGame()
      #expect(try await host.close(closed.id, by: closed.creator).status == 200)
      for _ in 0..<12 {
        #expect(try await host.join(game.code, by: user).status == 409)
        #expect(try await host.join(closed.code, by: user).status == 409)
      }
      #expect(try await host.count("SELECT count(*) FROM invite_code_misses") == 0)
    }
  }

  /// The right code is looked up only if it is among the first ten, so concurrent guesses cannot exceed the limit.
  @Test func tenOfManyConcurrentGuessesGetAnAnswer() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<24 {
          group.addTask { try await self.guess(self.wrong(number), by: user, on: host).status }
        }
        return try await group.reduce(into: [:]) { counts, status in counts[status, default: 0] += 1 }
      }
      #expect(statuses == [404: 10, 429: 14])
      #expect(try await host.count("SELECT count(*) FROM invite_code_misses") == 10)

      // All codes that are looked up count, however the others are answered.
      let games = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<24 { group.addTask { try await host.startGame().code } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let late = try await withThrowingTaskGroup(of: Int.self) { group in
        for code in games { group.addTask { try await self.guess(code, by: user, on: host).status } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(late == [429])
    }
  }

  @Test func aUserTakesTenRowsAtMost() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      for number in 0..<35 {
        let answer = try await guess(wrong(number), by: user, on: host)
        #expect(answer.status == 404)
        clock.advance(by: 7)
      }
      #expect(try await host.count("SELECT count(*) FROM invite_code_misses") == 10)
    }
  }

  @Test func aCodeOfAnEarlierVersionStillWorks() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      #expect(game.code.count == 10)
      try await host.database.execute("UPDATE sessions SET invite_code = 'FHKLMR' WHERE id = \(game.id)")
      #expect(try await host.join("fhk-lmr", by: UUID()) == Answer(200, ["success": true, "session_id": game.id.json]))
    }
  }
}
