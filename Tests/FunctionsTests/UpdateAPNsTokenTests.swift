import Edge
import Foundation
import SwiftletTesting
import Synchronization
import Testing

@testable import Functions

@Suite struct UpdateAPNsTokenTests {
  private func update(_ token: JSONValue, of user: UUID, on host: TestHost) async throws -> Answer {
    try await host.call("update_apns_token", by: user, ["token": token])
  }

  private func token(of user: UUID, on host: TestHost) async throws -> String? {
    let row = try #require(try await host.database.first("SELECT apns_token FROM users WHERE id = \(user)"))
    return try row.get("apns_token")
  }

  @Test func aTokenIsStoredInLowerCase() async throws {
    try await withApps { host in
      let user = UUID()
      let answer = try await update("00FFaB19", of: user, on: host)
      #expect(answer == Answer(200, ["success": true]))
      #expect(try await token(of: user, on: host) == "00ffab19")
    }
  }

  @Test func aNullTokenTurnsNotificationsOff() async throws {
    try await withApps { host in
      let (user, other) = (UUID(), UUID())
      for each in [user, other] { _ = try await update("ab", of: each, on: host) }
      let answer = try await update(.null, of: user, on: host)
      #expect(answer == Answer(200, ["success": true]))
      #expect(try await token(of: user, on: host) == nil)
      #expect(try await token(of: other, on: host) == "ab")
    }
  }

  @Test func aMissingTokenTurnsNothingOff() async throws {
    try await withApps { host in
      let user = UUID()
      #expect(try await host.call("update_apns_token", by: user, ["token": "ab"]).status == 200)
      let answer = try await host.call("update_apns_token", by: user, [:])
      #expect(answer.status == 400)
      #expect(answer.code == "VALIDATION_ERROR")
      #expect(answer.json?["error"]?["message"]?.string?.contains("token") == true)
      #expect(try await token(of: user, on: host) == "ab")
    }
  }

  @Test(arguments: [
    "", "a", "abc", "xy", "ab cd", "<abcd>", "ab\u{0}", "ａｂ", "ab'--", String(repeating: "ab", count: 257),
  ])
  func aTokenThatIsNotHexadecimalIsRefused(text: String) async throws {
    try await withApps { host in
      let answer = try await host.call("update_apns_token", by: UUID(), ["token": .string(text)])
      #expect(answer.status == 400)
      #expect(answer.code == "VALIDATION_ERROR")
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
    }
  }

  @Test func theLongestTokenHas512Digits() async throws {
    try await withApps { host in
      let user = UUID()
      let longest = String(repeating: "c4", count: 256)
      let answer = try await update(.string(longest), of: user, on: host)
      #expect(answer.status == 200)
      #expect(try await token(of: user, on: host) == longest)
    }
  }

  @Test func anotherTypeIsRefused() async throws {
    try await withApps { host in
      let answer = try await host.call("update_apns_token", by: UUID(), ["token": 7])
      #expect(answer.status == 400)
      #expect(answer.json?["error"]?["details"]?["path"] == "$.token")
    }
  }

  @Test func anExistingUserKeepsTheOtherColumns() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      try await host.database.execute(
        "INSERT INTO users (id, username, created_at, updated_at) VALUES (\(user), 'sam', \(noon), \(noon))")
      clock.advance(by: 60)
      #expect(try await host.call("update_apns_token", by: user, ["token": "ab"]).status == 200)
      let row = try #require(try await host.database.first("SELECT * FROM users WHERE id = \(user)"))
      #expect(try row.get("username") == "sam")
      #expect(try row.get("created_at") == noon)
      #expect(try row.get("updated_at") == noon + 60)
    }
  }

  /// The token's environment, and the instant of its registration.
  private func registration(of user: UUID, on host: TestHost) async throws -> (environment: String?, at: Date?) {
    let row = try #require(
      try await host.database.first("SELECT apns_environment, apns_token_updated_at FROM users WHERE id = \(user)"))
    return (try row.get("apns_environment"), try row.get("apns_token_updated_at"))
  }

  @Test func theEnvironmentIsStoredIfTheAppSaysIt() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      for environment in ["sandbox", "production"] {
        clock.advance(by: 1)
        let answer = try await host.call(
          "update_apns_token", by: user, ["token": "ab", "environment": .string(environment)])
        #expect(answer == Answer(200, ["success": true]))
        #expect(try await registration(of: user, on: host) == (environment, clock.wall.now))
      }
      let parameters: JSONValue = ["p_token": "ab", "p_environment": "sandbox"]
      #expect(try await host.rpc("update_apns_token", by: user, parameters).status == 204)
      #expect(try await registration(of: user, on: host).environment == "sandbox")
      // An app that does not say it takes back what an earlier one said.
      #expect(try await update("ab", of: user, on: host).status == 200)
      #expect(try await registration(of: user, on: host).environment == nil)
    }
  }

  @Test func anotherEnvironmentIsRefused() async throws {
    try await withApps { host in
      for environment: JSONValue in ["Sandbox", "", 7] {
        let input: JSONValue = ["token": "ab", "environment": environment]
        let answer = try await host.call("update_apns_token", by: UUID(), input)
        #expect(answer.status == 400)
        #expect(answer.code == "VALIDATION_ERROR")
        #expect(answer.json?["error"]?["details"]?["path"] == "$.environment")
      }
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
    }
  }

  @Test func noTokenHasNoEnvironment() async throws {
    try await withApps { host in
      let user = UUID()
      for token: JSONValue in ["ab", .null] {
        let input: JSONValue = ["token": token, "environment": "production"]
        let answer = try await host.call("update_apns_token", by: user, input)
        #expect(answer.status == 200)
      }
      #expect(try await registration(of: user, on: host).environment == nil)
    }
  }

  @Test func aTokenIsTheLastOnesToRegisterIt() async throws {
    try await withApps { host in
      let (former, owner) = (UUID(), UUID())
      let first = try await update("AB", of: former, on: host)
      #expect(first.status == 200)
      #expect(try await update("ab", of: owner, on: host).status == 200)
      #expect(try await token(of: former, on: host) == nil)
      #expect(try await registration(of: former, on: host).environment == nil)
      #expect(try await token(of: owner, on: host) == "ab")
      // Registering it again changes no other user.
      #expect(try await update("ab", of: owner, on: host).status == 200)
      #expect(try await token(of: owner, on: host) == "ab")
    }
  }

  /// Another first call of the user has inserted the row, and may wait for the owner's, whose name it wants.
  @Test(.onPostgres) func theCallersRowIsInsertedBeforeTheOwnersIsLocked() async throws {
    try await withApps { host in
      let (owner, user) = (UUID(), UUID())
      #expect(try await update("ab", of: owner, on: host).status == 200)
      let registering = Mutex<Task<Answer, any Error>?>(nil)
      try await host.database.transaction { transaction in
        try await transaction.ensureUser(user, at: noon)
        registering.withLock {
          $0 = Task { try await host.call("update_apns_token", by: user, ["token": "ab"]) }
        }
        try await transaction.waitForAnother()
        let free = try await transaction.first(
          "SELECT id FROM users WHERE id = \(owner) FOR NO KEY UPDATE SKIP LOCKED")
        #expect(free != nil)
      }
      let answer = try await registering.withLock { $0 }?.value
      #expect(answer?.status == 200)
      #expect(try await token(of: user, on: host) == "ab")
      #expect(try await token(of: owner, on: host) == nil)
    }
  }

  /// Another user registers the caller's token, as the caller registers theirs.
  @Test(.onPostgres) func theOwnersAreLockedBeforeTheTokensOfAnAppWithATopic() async throws {
    try await withPhones(topics: ["shvil": "app.shvil"]) { phones in
      let host = phones.host
      let (owner, user) = (UUID(), UUID())
      let tokens = [
        try await phones.register(of: owner, app: "shvil"), try await phones.register(of: user, app: "shvil"),
      ]
      let registering = Mutex<Task<String, any Error>?>(nil)
      try await host.database.transaction { transaction in
        _ = try await transaction.batch(SQLDialect.postgres.holding(ownersOf: tokens[1], and: owner))
        try await transaction.execute("DELETE FROM device_tokens WHERE token = \(tokens[1])")
        registering.withLock { $0 = Task { try await phones.register(tokens[0], of: user, app: "shvil") } }
        try await transaction.waitForAnother()
        let free = try await transaction.first(
          "SELECT user_id FROM device_tokens WHERE user_id = \(owner) FOR UPDATE SKIP LOCKED")
        #expect(free != nil)
      }
      _ = try await registering.withLock { $0 }?.value
      #expect(try await host.count("SELECT count(*) FROM device_tokens WHERE user_id = \(user)") == 1)
      #expect(try await host.count("SELECT count(*) FROM device_tokens WHERE user_id = \(owner)") == 0)
    }
  }
}
