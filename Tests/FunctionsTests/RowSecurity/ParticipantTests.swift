import Edge
import Engines
import Foundation
import Functions
import SwiftletTesting
import Testing

/// The participants of a session through `context.userDatabase`, and the tables that apps listen to.
@Suite(.onPostgres) struct ParticipantTests {
  @Test func participantsSeeEachOthersNamesAndNothingElse() async throws {
    try await withApps(adding: [asCaller]) { host in
      let (friend, stranger) = (UUID(), UUID())
      let game = try await host.startGame(players: [friend])
      _ = try await host.startGame(players: [stranger])
      for (user, name) in [(friend, "Ben"), (stranger, "Carl")] {
        #expect(try await host.call("set_username", by: user, ["username": .string(name)]).status == 200)
      }
      try await host.database.execute("UPDATE users SET email = id || '@example.com', apns_token = md5(id::text)")

      // The app's select of users!inner(id, username).
      let select = """
        SELECT coalesce(u.username, '-') AS name FROM session_participants p JOIN users u ON u.id = p.user_id
        WHERE p.session_id = '\(game.id)' ORDER BY 1
        """
      for player in [game.creator, friend] {
        #expect(try await host.execute(select, by: player) == Outcome(rows: ["-", "Ben"]))
        #expect(try await host.execute("SELECT id::text FROM users", by: player).rows.count == 2)
      }
      #expect(try await host.execute(select, by: stranger) == Outcome())
      for column in ["email", "apns_token", "apns_environment", "apns_token_updated_at::text", "u::text"] {
        let refused = try await host.execute("SELECT \(column) AS it FROM users u", by: friend)
        #expect(refused == Outcome(refusal: "insufficientPrivilege"), "\(column)")
      }
      let change = "UPDATE users SET display_name = 'x' WHERE id = '\(friend)'"
      #expect(try await host.execute(change, changes: true, by: game.creator).changed == 0)
      #expect(try await host.execute(change, changes: true, by: friend).changed == 1)
    }
  }

  @Test func aNameThatTheFunctionRefusesIsRefusedByTheTable() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      for name in ["''", "' a'", "repeat('a', 31)", "E'a\\nb'", "U&'\\202Ea'"] {
        let outcome = try await host.execute("UPDATE users SET username = \(name)", changes: true, by: user)
        #expect(outcome.refusal == "checkViolation", "\(name)")
      }
      for name in ["'Anna'", "'Anna'", "NULL"] {
        #expect(try await host.execute("UPDATE users SET username = \(name)", changes: true, by: user).changed == 1)
      }
    }
  }

  /// The names that `set_username` refuses or changes: invisible ones, and blanks. Letters in two parts are composed.
  @Test func aNameThatLooksLikeAnotherIsRefusedByTheTable() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      let changed = ["\u{A0}", "Anna\u{A0}", "\u{3000}Anna", "Anna\u{200D}", "\u{FE0F}Anna"]
      for name in UsernameTests.invisibleNames + changed {
        let outcome = try await host.execute("UPDATE users SET username = '\(name)'", changes: true, by: user)
        let scalars = name.unicodeScalars.map { String($0.value, radix: 16) }
        #expect(outcome.refusal == "checkViolation", "\(scalars)")
      }
      let emoji = ["\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{1F468}\u{200D}\u{1F469}"]
      for name in emoji + ["Zo\u{EB}", "Anna B.", "🦊", "नमस्ते", "\u{1F44D}\u{1F3FD}", "Żółw"] {
        let outcome = try await host.execute("UPDATE users SET username = '\(name)'", changes: true, by: user)
        #expect(outcome == Outcome(changed: 1), "\(name)")
      }
      _ = try await host.execute("UPDATE users SET username = 'Zoe\u{308}'", changes: true, by: user)
      let stored = try await host.database.first("SELECT username FROM users WHERE id = \(user)")
      let username: String? = try stored?.get("username")
      #expect(username.map { Array($0.unicodeScalars) } == Array("Zo\u{EB}".unicodeScalars))
    }
  }

  @Test func theTextsThatDescribeAUserAreBounded() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      for (change, refusal) in [
        ("display_name = repeat('é', 100), avatar_url = repeat('x', 2048)", nil),
        ("display_name = repeat('x', 101)", "checkViolation"), ("avatar_url = repeat('x', 2049)", "checkViolation"),
      ] {
        let outcome = try await host.execute("UPDATE users SET \(change)", changes: true, by: user)
        #expect(outcome.refusal == refusal, "\(change)")
      }
      // A text of the project's own is cut where it is read.
      try await host.database.execute("UPDATE users SET display_name = repeat('x', 100000)")
      #expect(try await host.count("SELECT max(length(display_name)) FROM users") == 100_000)
    }
  }

  @Test func theListenedTablesJoinThePublicationOfRealtime() async throws {
    let temporary = try await TemporaryDatabase()
    let published: SQL = """
      SELECT string_agg(tablename, ' ' ORDER BY tablename) AS names FROM pg_publication_tables
      WHERE pubname = 'supabase_realtime'
      """
    do {
      try await temporary.database.execute("CREATE PUBLICATION supabase_realtime")
      try await temporary.database.migrate(migrations)
      let names = try await temporary.database.first(published)?.text
      #expect(names == "adventure_plans eta_shares group_members saved_places scavenger_hunts sessions")
    } catch {
      await temporary.remove()
      throw error
    }
    await temporary.remove()
  }
}
