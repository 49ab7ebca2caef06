import Edge
import Foundation
import SwiftletTesting
import Synchronization
import Testing

@Suite struct DeleteAccountTests {
  @Test func nothingOfAUserIsLeftInAnyApp() async throws {
    let accounts = AccountRecorder()
    try await withApps(accounts: accounts) { host in
      let (user, friend) = (UUID(), UUID())
      try await host.fill(for: user, with: friend)
      let before = try await host.tables(mentioning: user)
      #expect(before.count >= 14, "\(before.sorted())")
      // The user's own share goes with the user, and with it that the friend received it.
      let friends = try await host.tables(mentioning: friend)
        .subtracting(["eta_share_recipients", "eta_share_deliveries"])

      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      #expect(accounts.calls == [.signOut(user)])
      try await host.drainJobs()
      #expect(try await host.history(of: "erase_account").map(\.outcome) == ["completed"])
      #expect(accounts.calls == [.signOut(user), .delete(user)])
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
      let left = try await host.tables(mentioning: friend)
      #expect(left.isSuperset(of: friends), "what others have stays: \(friends.subtracting(left))")
    }
  }

  @Test func twentyFourCallsDeleteOnce() async throws {
    let accounts = AccountRecorder()
    try await withApps(connections: 8, accounts: accounts) { host in
      let (user, friend) = (UUID(), UUID())
      try await host.fill(for: user, with: friend)
      let answers = try await host.racing { _ in try await host.deleteAccount(of: user) }
      #expect(answers == Array(repeating: Answer(204, nil), count: 24))
      #expect(try await host.queuedJobs(of: "erase_account").count == 1)
      try await host.drainJobs()
      // The token of a host without sign-in is still valid.
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      try await host.drainJobs()
      #expect(try await host.history(of: "erase_account").count == 1)
      #expect(accounts.calls.filter { $0 == .delete(user) }.count == 1)
    }
  }

  // With one writer all transactions do.
  @Test(.onPostgres) func aRepeatedCallAndTheErasuresEndComeOneAfterTheOther() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      let repeated = Mutex<Task<Answer, any Error>?>(nil)
      try await host.database.transaction { transaction in
        _ = try await transaction.query(
          "SELECT 1 AS it FROM account_deletions WHERE user_id = \(user) FOR NO KEY UPDATE")
        repeated.withLock { $0 = Task { try await host.deleteAccount(of: user) } }
        try await transaction.waitForAnother()
        try await transaction.execute("UPDATE account_deletions SET deleted_at = requested_at WHERE user_id = \(user)")
        try await transaction.execute("DELETE FROM swiftlet.jobs WHERE name = 'erase_account'")
      }
      let answer = try await repeated.withLock { $0 }?.value
      #expect(answer == Answer(204, nil))
      #expect(try await host.queuedJobs(of: "erase_account").isEmpty)
    }
  }

  @Test func aDeletedUserIsNotStoredAgain() async throws {
    try await withApps { host in
      let user = UUID()
      let (game, closed) = (try await host.startGame(), try await host.startGame())
      #expect(try await host.close(closed.id, by: closed.creator).status == 200)
      let riddle = try await host.riddle(releasedIn: 0)
      let calls: [(String, JSONValue)] = [
        ("create_session", ["category_id": try await host.category("Movies").json]),
        ("join_session", ["invite_code": .string(game.code)]), ("join_session", ["invite_code": "222222"]),
        ("join_session", ["invite_code": .string(closed.code)]), ("join_social_group", ["invite_code": "WRONG-1"]),
        ("set_username", ["username": "Anna"]),
        ("update_apns_token", ["token": .string(String(repeating: "ab", count: 32))]),
        ("save_chat", ["riddle_id": riddle, "messages": []]), ("save_score", ["riddle_id": riddle, "score": 1]),
        ("save_recipe", ["recipe_id": UUID().json]), ("perform_action", ["action": "search"]),
        ("share_eta", Share(for: [UUID()]).json), ("create_social_group", ["name": "Friends"]),
        ("create_adventure_plan", ["title": "A walk"]),
      ]
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      for isErased in [false, true] {
        if isErased { try await host.drainJobs() }
        for (name, input) in calls {
          let answer = try await host.call(name, by: user, input)
          #expect((answer.status, answer.code) == (404, "USER_NOT_FOUND"), "\(name), erased: \(isErased)")
        }
      }
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
    }
  }

  @Test func aFailedStepIsTriedAgain() async throws {
    let clock = SteppingClock()
    let accounts = AccountRecorder(failures: 2)
    try await withApps(clock: clock.wall, accounts: accounts) { host in
      let user = UUID()
      _ = try await host.startGame(players: [user])
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      for _ in 0..<3 {
        try await host.drainJobs()
        clock.advance(by: 3600)
      }
      #expect(try await host.history(of: "erase_account").map(\.outcome) == ["completed", "failed", "failed"])
      #expect(accounts.calls == [.signOut(user)] + Array(repeating: .delete(user), count: 3))
      #expect(try await host.tables(mentioning: user) == ["account_deletions"])
      #expect(try await host.count("SELECT count(*) FROM account_deletions WHERE deleted_at IS NOT NULL") == 1)
    }
  }

  @Test func theFilesOfTheUsersFoldersGo() async throws {
    try await withApps(buckets: ["photos": ["*/*"], "avatars": ["*/*"]]) { host in
      let (user, friend) = (UUID(), UUID())
      let own = [
        ("photos", "\(user.text)/1.txt"), ("photos", "\(user.text)/trip/2.txt"),
        ("avatars", "\(user.uuidString)/me.txt"),
      ]
      let others = [("photos", "\(friend.text)/1.txt"), ("photos", "shared.txt")]
      for (bucket, path) in own + others {
        try await host.storage.put(
          RequestBody([UInt8]("text".utf8)), bucket: bucket, path: path, contentType: "text/plain")
      }
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      try await host.drainJobs()
      for (bucket, path) in own {
        await #expect(throws: FunctionError.self) { _ = try await host.storage.get(bucket: bucket, path: path) }
      }
      for (bucket, path) in others { #expect(try await host.storage.get(bucket: bucket, path: path).size == 4) }
    }
  }

  @Test func aFileThatIsStoredDuringTheErasureGoes() async throws {
    let accounts = UploadingAccounts()
    try await withApps(buckets: ["photos": ["*/*"]], accounts: accounts) { host in
      let user = UUID()
      accounts.upload(to: host.storage)
      #expect(try await host.deleteAccount(of: user) == Answer(204, nil))
      try await host.drainJobs()
      #expect(accounts.hasUploaded)
      let left = try await host.storage.list(bucket: "photos", folder: user.text)
      #expect(left.isEmpty)
    }
  }

  @Test func onlyAUserDeletesAndOnlyTheOwnAccount() async throws {
    try await withApps { host in
      let user = UUID()
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      for caller in [TestHost.Caller.anon, .withoutToken] {
        #expect(try await host.call("delete_account", as: caller).status == 401)
      }
      let other = try await host.call("delete_account", by: UUID(), ["user_id": user.json])
      #expect(other.status == 204)
      #expect(try await host.call("erase_account", by: user, ["user_id": user.json]).status == 403)
      // Without the user's own request even the service key erases no account.
      #expect(try await host.call("erase_account", as: .serviceRole, json: ["user_id": user.text]).status == 409)
      try await host.drainJobs()
      #expect(try await host.count("SELECT count(*) FROM users WHERE id = \(user)") == 1)
      #expect(try await host.rpc("delete_account", by: user).status == 204)
    }
  }
}
