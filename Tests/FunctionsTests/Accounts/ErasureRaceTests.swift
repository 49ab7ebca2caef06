import Edge
import Foundation
import SwiftletTesting
import Synchronization
import Testing

@testable import Functions

/// The erasure of an account beside transactions that store the user's id. SQLite's transactions come one after
/// another.
@Suite(.onPostgres, .timeLimit(.minutes(10))) struct ErasureRaceTests {
  @Test func aUserWhoIsInsertedMeanwhileIsErased() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      try await host.erase(user) { transaction in
        try await transaction.ensureUser(user, at: noon)
      }
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
    }
  }

  @Test func aShareThatIsStoredMeanwhileForgetsTheRecipient() async throws {
    try await withApps(connections: 8) { host in
      let (user, friend) = (UUID(), UUID())
      try await host.register(friend)
      try await host.erase(user) { transaction in
        let known = try await transaction.withoutDeleted([user], .postgres)
        #expect(known == [user])
        try await transaction.execute(
          """
          INSERT INTO eta_shares (user_id, route_data, recipients, expires_at)
          VALUES (\(friend), '{}', ARRAY[CAST(\(user) AS uuid)], now() + interval '1 hour')
          """)
      }
      #expect(try await host.count("SELECT count(*) FROM eta_shares") == 1)
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
    }
  }

  @Test func aSessionGoesToTheUserWhoIsJoiningIt() async throws {
    try await withApps(connections: 8) { host in
      let joiner = UUID()
      let game = try await host.startGame()
      try await host.erase(game.creator) { transaction in
        try await transaction.execute("SELECT 1 FROM sessions WHERE id = \(game.id) FOR NO KEY UPDATE")
        try await transaction.ensureUser(joiner, at: noon)
        #expect(try await transaction.addParticipant(joiner, to: game.id, at: noon))
      }
      #expect(try await host.count("SELECT count(*) FROM sessions WHERE created_by = \(joiner)") == 1)
    }
  }

  @Test func aHuntGoesToTheUserWhoIsJoiningIt() async throws {
    try await withApps(connections: 8) { host in
      let joiner = UUID()
      let hunt = try await host.makeHunt()
      let creator = try #require(
        try await host.database.first("SELECT created_by FROM scavenger_hunts")?.get("created_by", as: UUID.self))
      try await host.register(joiner)
      try await host.erase(creator) { transaction in
        try await transaction.execute("SELECT 1 FROM scavenger_hunts WHERE id = \(hunt.id) FOR NO KEY UPDATE")
        try await transaction.execute(
          "INSERT INTO hunt_participants (hunt_id, user_id, joined_at) VALUES (\(hunt.id), \(joiner), \(noon))")
      }
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE created_by = \(joiner)") == 1)
    }
  }

  @Test func theUserIsLockedBeforeTheChats() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let chat: JSONValue = ["riddle_id": try await host.riddle(releasedIn: 0), "messages": [["text": "Hello"]]]
      #expect(try await host.call("save_chat", by: user, chat).status == 200)
      try await host.erase(user) { transaction in
        try await transaction.holdUser(user, at: noon)
      } whileWaiting: { transaction in
        let free = try await transaction.first("SELECT id FROM chats WHERE user_id = \(user) FOR UPDATE SKIP LOCKED")
        #expect(free != nil)
      }
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
    }
  }

  @Test(
    arguments: [
      ("perform_action", ["action": "search"]), ("search_recipes", ["query": "soup"]),
    ] as [(String, JSONValue)])
  func aSearchBesideAnErasureIsRefused(name: String, input: JSONValue) async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      try await host.register(user)
      let answer = try await host.run(
        beside: ["SELECT FROM users WHERE id = \(user) FOR UPDATE"],
        then: [
          "INSERT INTO account_deletions (user_id, requested_at) VALUES (\(user), \(noon))",
          "DELETE FROM users WHERE id = \(user)",
        ]
      ) { try await host.call(name, by: user, input) }
      #expect((answer?.status, answer?.code) == (404, "USER_NOT_FOUND"))
    }
  }

  @Test func aLikeBesideAnErasureIsRefused() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let game = try await host.startGame(quorum: 2, players: [user])
      let answer = try await host.run(beside: ["DELETE FROM users WHERE id = \(user)"]) {
        try await host.like(game.options[0], in: game.id, by: user)
      }
      #expect((answer?.status, answer?.code) == (403, "PERMISSION_DENIED"))
    }
  }

  @Test func aShareIsDeliveredToTheOtherRecipients() async throws {
    try await withPhones { phones in
      let shared = try await PhoneShare(phones)
      try await phones.host.run(beside: ["DELETE FROM users WHERE id = \(shared.friends[0])"]) {
        try await phones.host.drainJobs()
      }
      #expect(try await shared.outcomes() == ["started": ["delivered": 1]])
      #expect(try await phones.host.history(of: "deliver_eta_share").map(\.outcome) == ["completed"])
    }
  }

  @Test func noCallWaitsForAnErasure() async throws {
    try await withApps(connections: 8) { host in
      let (user, friend, other) = (UUID(), UUID(), UUID())
      try await host.database.transaction { transaction in
        _ = try await transaction.batch(SQLDialect.postgres.holding(erasureOf: user))
        // Tasks of their own, since a transaction's body begins no other one.
        let share = try await Task {
          try await host.call("share_eta", by: friend, Share(for: [user, other]).json)
        }.value
        #expect(share.json?["recipients"] == [other.json])
        let name = try await Task { try await host.call("set_username", by: user, ["username": "Anna"]) }.value
        #expect((name.status, name.code) == (404, "USER_NOT_FOUND"))
      }
    }
  }

  @Test func manyUsersAreInsertedWithoutLocks() async throws {
    try await withApps { host in
      try await host.database.transaction { transaction in
        try await transaction.execute("INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, 101)")
        let locks = try await transaction.query(
          "SELECT 1 AS it FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
        #expect(locks.isEmpty)
      }
    }
  }
}

extension TestHost {
  /// Deletes an account while a transaction is open, which is committed once the erasure waits for it.
  ///
  /// - Parameters:
  ///   - body: the transaction's statements before the deletion.
  ///   - end: those while the erasure waits.
  fileprivate func erase(
    _ user: UUID, beside body: @Sendable (Transaction) async throws -> Void,
    whileWaiting end: @Sendable (Transaction) async throws -> Void = { _ in }
  ) async throws {
    let erasing = Mutex<Task<Void, any Error>?>(nil)
    try await database.transaction { transaction in
      try await body(transaction)
      // Tasks of their own, since a transaction's body begins no other one.
      let answer = try await Task { try await deleteAccount(of: user) }.value
      #expect(answer == Answer(204, nil))
      erasing.withLock { $0 = Task { try await drainJobs() } }
      try await transaction.waitForAnother()
      try await end(transaction)
    }
    try await erasing.withLock { $0 }?.value
  }

  /// Runs a call while a transaction is open, which is committed once the call waits for it.
  ///
  /// - Parameters:
  ///   - first: the transaction's statements before the call.
  ///   - last: those while the call waits.
  @discardableResult
  fileprivate func run<T: Sendable>(
    beside first: [SQL], then last: [SQL] = [], _ call: @escaping @Sendable () async throws -> T
  ) async throws -> T? {
    let calling = Mutex<Task<T, any Error>?>(nil)
    try await database.transaction { transaction in
      _ = try await transaction.batch(first)
      calling.withLock { $0 = Task { try await call() } }
      try await transaction.waitForAnother()
      _ = try await transaction.batch(last)
    }
    return try await calling.withLock { $0 }?.value
  }
}
