import Edge
import Foundation
import SwiftletTesting
import Testing

/// The role and claims of a function's caller on the database: those of the verified token, for this call only.
@Suite(.onPostgres) struct CallerTests {
  private struct Fault: Error {}

  private static let mine = "SELECT title AS t FROM adventure_plans"
  private static let seen = "SELECT current_user || ' ' || auth.uid() AS who"

  /// A plan of each user, whose title is the user's id.
  private func withPlans(_ more: [any Endpoint] = [], _ body: (TestHost, UUID, UUID) async throws -> Void) async throws
  {
    try await withApps(adding: [asCaller, asHost] + more, connections: 1) { host in
      let (one, two) = (UUID(), UUID())
      try await host.register(one, two)
      for user in [one, two] {
        try await host.database.execute("INSERT INTO adventure_plans (user_id, title) VALUES (\(user), \(user.text))")
      }
      try await body(host, one, two)
    }
  }

  @Test func aForgedTokenHasNoUser() async throws {
    try await withPlans { host, one, two in
      let token = try #require(host.token(for: .user(one)))
      let parts = token.split(separator: ".").map(String.init)
      let forged = signed(#"{"sub":"\#(two.text)","role":"authenticated","exp":4102444800}"#).split(separator: ".")
      let unsigned = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64EncodedString().replacing("=", with: "")
      for token in [
        "\(parts[0]).\(forged[1]).\(parts[2])", "\(unsigned).\(forged[1]).", "\(parts[0]).\(forged[1]).",
        "\(parts[0]).\(parts[1]).\(forged[2])",
      ] {
        let answer = try await host.call("as_caller", as: .token(token), json: StatementRequest(sql: Self.mine))
        #expect(answer.status == 401, "\(token)")
      }
      for caller in [TestHost.Caller.withoutToken, .anon] {
        #expect(try await host.call("as_caller", as: caller, json: StatementRequest(sql: Self.mine)).status == 401)
      }
      try await host.expectNothingLeft()
    }
  }

  @Test func onlyTheSubjectOfTheVerifiedTokenCounts() async throws {
    try await withPlans { host, one, two in
      let end = #""role":"authenticated","exp":4102444800"#
      for claims in [
        #"{"sub":"\#(one.text)","user_metadata":{"sub":"\#(two.text)"},"app_metadata":{"sub":"\#(two.text)"},\#(end)}"#,
        #"{"sub":"\#(one.text)","request.jwt.claim.sub":"\#(two.text)","request.jwt.claims":{"sub":"\#(two.text)"},\#(end)}"#,
        #"{"sub":"\#(one.uuidString)","Sub":"\#(two.text)","user_id":"\#(two.text)",\#(end)}"#,
        #"{"sub":"\#(one.text)","email":"','\#(two.text)'); SET ROLE postgres; --",\#(end)}"#,
      ] {
        let caller = TestHost.Caller.token(signed(claims))
        #expect(try await host.execute(Self.mine, as: caller) == Outcome(rows: [one.text]), "\(claims)")
        #expect(
          try await host.execute(Self.seen, as: caller) == Outcome(rows: ["authenticated \(one.text)"]), "\(claims)")
        try await host.expectNothingLeft()
      }
      // Of a repeated claim, the policies see the same value as the function.
      let twice = signed(#"{"sub":"\#(two.text)","sub":"\#(one.text)",\#(end)}"#)
      let answer = try await host.call("as_caller", as: .token(twice), json: StatementRequest(sql: Self.mine))
      if answer.status == 200 {
        let user = try await host.execute("SELECT auth.uid()::text AS id", as: .token(twice)).rows
        #expect(try answer.decode(Outcome.self).rows == user)
      } else {
        #expect(answer.status == 401)
      }
    }
  }

  @Test func aSubjectThatIsNotAnIDIsNoUser() async throws {
    try await withPlans { host, one, _ in
      let odd = [
        #""""#, #""somebody""#, "null", "7", #"["\#(one.text)"]"#, #"{"sub":"\#(one.text)"}"#,
        #""\#(one.text)' OR true --""#,
      ]
      for subject in odd {
        let token = signed(#"{"sub":\#(subject),"role":"authenticated","exp":4102444800}"#)
        let answer = try await host.call("as_caller", as: .token(token), json: StatementRequest(sql: Self.mine))
        #expect(answer.status == 401, "\(subject)")
      }
    }
  }

  @Test func theHostActsOnlyAsSupabasesRoles() async throws {
    try await withPlans { host, one, two in
      for role in ["postgres", "pg_read_all_data", "none", "authenticator", ""] {
        let token = signed(#"{"sub":"\#(one.text)","role":"\#(role)","exp":4102444800}"#)
        for changes in [false, true] {
          let answer = try await host.call(
            "as_caller", as: .token(token), json: StatementRequest(sql: Self.mine, changes: changes))
          if answer.status == 200 {
            #expect(try answer.decode(Outcome.self) == Outcome(refusal: "notSupported"), "\(role)")
          } else {
            #expect(answer.status == 401, "\(role)")
          }
        }
      }
      let service = signed(#"{"sub":"\#(one.text)","role":"service_role","exp":4102444800}"#)
      #expect(try await Set(host.execute(Self.mine, as: .token(service)).rows) == [one.text, two.text])
      try await host.expectNothingLeft()
    }
  }

  @Test func claimsThatPostgresCannotReadAreAnError() async throws {
    try await withPlans { host, one, two in
      let token = signed(#"{"sub":"\#(one.text)","name":"a\u0000b","role":"authenticated","exp":4102444800}"#)
      let answer = try await host.call("as_caller", as: .token(token), json: StatementRequest(sql: Self.mine))
      if answer.status == 200 {
        let outcome = try answer.decode(Outcome.self)
        #expect(outcome.refusal != nil || outcome.rows == [one.text])
      }
      #expect(try await host.execute(Self.mine, by: two) == Outcome(rows: [two.text]))
      try await host.expectNothingLeft()
    }
  }

  @Test func oneConnectionServesCallersAndTheHostInTurn() async throws {
    try await withPlans { host, one, two in
      for _ in 1...3 {
        for user in [one, two] {
          #expect(try await host.execute(Self.mine, by: user) == Outcome(rows: [user.text]))
          #expect(try await host.execute(Self.seen, by: user) == Outcome(rows: ["authenticated \(user.text)"]))
          let update = try await host.execute("UPDATE adventure_plans SET description = 'x'", changes: true, by: user)
          #expect(update.changed == 1)
        }
        try await host.expectNothingLeft()
      }
      // All at once, through the one.
      try await withThrowingTaskGroup(of: (UUID, Outcome).self) { group in
        for number in 0..<40 {
          let user = number.isMultiple(of: 2) ? one : two
          group.addTask { (user, try await host.execute(Self.mine, by: user)) }
        }
        for try await (user, outcome) in group { #expect(outcome == Outcome(rows: [user.text])) }
      }
      try await host.expectNothingLeft()
    }
  }

  @Test func anErrorInMidTransactionLeavesNothing() async throws {
    let fails = Function("fails", access: .user) { (how: String, context) in
      try await context.userDatabase.transaction { transaction in
        try await transaction.execute("INSERT INTO adventure_plans (title) VALUES ('half done')")
        switch how {
        case "throw": throw Fault()
        case "sql": try await transaction.execute("SELECT 1 / 0")
        case "policy":
          try await transaction.execute("INSERT INTO adventure_plans (user_id, title) VALUES (gen_random_uuid(), '')")
        default: _ = try? await transaction.execute("SELECT 1 / 0")  // and commits
        }
      }
      return NoContent()
    }
    .needsPostgres()
    try await withPlans([fails]) { host, one, two in
      for how in ["throw", "sql", "policy", "swallow"] {
        #expect(try await host.call("fails", as: .user(one), json: how).status >= 400, "\(how)")
        try await host.expectNothingLeft()
        #expect(try await host.execute(Self.mine, by: two) == Outcome(rows: [two.text]))
      }
      #expect(try await host.count("SELECT count(*) FROM adventure_plans") == 2)
    }
  }

  @Test func aCancelledCallerLeavesNothing() async throws {
    let (started, begin) = AsyncStream.makeStream(of: Void.self)
    let slow = Function("slow", access: .user) { context in
      try await context.userDatabase.transaction { transaction in
        try await transaction.execute("INSERT INTO adventure_plans (title) VALUES ('half done')")
        begin.yield()
        _ = try await transaction.query("SELECT pg_sleep(60)")
      }
      return NoContent()
    }
    .needsPostgres()
    try await withPlans([slow]) { host, one, two in
      var turns = started.makeAsyncIterator()
      for _ in 1...3 {
        let call = Task { try await host.call("slow", as: .user(one)).status }
        await turns.next()
        call.cancel()
        let status = try? await call.value
        #expect(status != 204)
        try await host.expectNothingLeft()
        #expect(try await host.execute(Self.mine, by: two) == Outcome(rows: [two.text]))
      }
      #expect(try await host.count("SELECT count(*) FROM adventure_plans") == 2)
    }
  }
}
