import Database
import Edge
import Foundation
import Testing

@testable import Auth
@testable import Host

/// Sign-up, sign-in and the answers' shapes.
@Suite struct SignInTests {
  @Test func anAnonymousUserHasASession() async throws {
    try await withSignIn { host in
      let session = try await host.signUp(data: ["colour": "blue"])
      #expect(session.json["token_type"] == "bearer")
      #expect(session.json["expires_in"] == 3600)
      #expect(session.json["expires_at"]?.integer == Int(host.clock.now.timeIntervalSince1970) + 3600)
      #expect(session.user["is_anonymous"] == true)
      #expect(session.user["email"] == "")
      #expect(session.user["app_metadata"] == [:])
      #expect(session.user["user_metadata"] == ["colour": "blue"])
      #expect(session.user["identities"] == [])
      let claims = session.claims
      #expect(
        claims.keys == [
          "iss", "sub", "aud", "exp", "iat", "email", "phone", "app_metadata", "user_metadata", "role", "aal", "amr",
          "session_id", "is_anonymous",
        ])
      #expect(claims["iss"]?.string?.hasSuffix("/auth/v1") == true)
      #expect(claims["sub"] == session.user["id"])
      #expect(claims["role"] == "authenticated")
      #expect(claims["amr"]?.array?.first?["method"] == "anonymous")
      #expect(try await host.call(session.access) == 200)
    }
  }

  @Test func aUserSignsUpAndIn() async throws {
    try await withSignIn { host in
      let first = try await host.signUp("Ann@Example.org", password: "secret 1", data: ["name": "Ann"])
      #expect(first.user["email"] == "ann@example.org")
      #expect(first.user["app_metadata"] == ["provider": "email", "providers": ["email"]])
      #expect(first.user["user_metadata"] == ["email_verified": true, "name": "Ann"])
      #expect(first.user["identities"]?.array?.first?["identity_data"]?["sub"] == first.user["id"])
      for field in ["email_confirmed_at", "confirmed_at", "last_sign_in_at", "created_at", "updated_at"] {
        #expect(first.user[field]?.string?.hasSuffix("Z") == true, "\(field)")
      }
      let second = try SignedIn(try await host.signIn("ANN@example.org", "secret 1"))
      #expect(second.userID == first.userID)
      #expect(second.claims["session_id"] != first.claims["session_id"])
      let answer = try await host.send(.get, "/auth/v1/user", token: second.access)
      #expect(answer.json["id"] == first.user["id"])
    }
  }

  @Test func thePathsOfDocumentsOfAppsAreAnswered() async throws {
    try await withSignIn { host in
      let account: JSONValue = ["email": "ann@example.org", "password": "secret 1"]
      let first = try SignedIn(try await host.send(.post, "/auth/v1/signup/email", account))
      let second = try SignedIn(try await host.send(.post, "/auth/v1/signin/email", account))
      #expect(second.userID == first.userID)
      #expect(try await host.call(second.access) == 200)
      #expect(try await host.send(.post, "/auth/v1/signout?scope=local", token: second.access).status == 204)
      #expect(try await host.call(second.access) == 401)
      let wrong = try await host.send(
        .post, "/auth/v1/signin/email", ["email": "ann@example.org", "password": "secret 2"])
      #expect(wrong.verdict == "400 invalid_credentials")
    }
  }

  @Test func aWrongAddressAndAWrongPasswordLookTheSame() async throws {
    try await withSignIn { host in
      _ = try await host.signUp("ann@example.org", password: "secret 1")
      let wrong = try await host.signIn("ann@example.org", "secret 2")
      #expect(wrong.verdict == "400 invalid_credentials")
      for (email, password) in [
        ("bob@example.org", "secret 1"), ("nonsense", "secret 1"), ("ann@example.org", ""),
        ("ann@example.org", String(repeating: "x", count: 500)),
      ] {
        #expect(try await host.signIn(email, password).json == wrong.json)
      }
    }
  }

  @Test func badSignUpsAreRefused() async throws {
    try await withSignIn { host in
      _ = try await host.signUp("ann@example.org", password: "secret 1")
      let large = JSONValue.object(["x": .string(String(repeating: "x", count: AuthUser.maximumMetadata))])
      let cases: [(JSONValue, String)] = [
        (["email": "ANN@example.org", "password": "secret 1"], "422 user_already_exists"),
        (["email": "b@example.org", "password": "12345"], "422 weak_password"),
        (["email": "b@example.org"], "400 validation_failed"),
        (["email": "b@@example.org", "password": "secret 1"], "400 validation_failed"),
        (["phone": "+49301234", "password": "secret 1"], "400 phone_provider_disabled"),
        (["email": 7, "password": "secret 1"], "400 bad_json"), (["data": []], "400 bad_json"), ([], "400 bad_json"),
        (["data": large], "422 validation_failed"),
        (["data": ["x": .string(String(repeating: "x", count: UserFields.limit))]], "413 request_entity_too_large"),
      ]
      for (body, verdict) in cases {
        let answer = try await host.send(.post, "/auth/v1/signup", body)
        #expect(answer.verdict == verdict)
      }
      #expect(try await host.send(.post, "/auth/v1/signup").verdict == "400 bad_json")
      let weak = try await host.send(.post, "/auth/v1/signup", ["email": "b@example.org", "password": "1"])
      #expect(weak.json["weak_password"] == ["reasons": ["length"]])
    }
  }

  @Test func oneOfManySignUpsOfAnAddressSucceeds() async throws {
    try await withSignIn { host in
      let verdicts = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<24 {
          group.addTask {
            try await host.send(.post, "/auth/v1/signup", ["email": "a@example.org", "password": "secret 1"]).verdict
          }
        }
        return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(verdicts == ["200 -": 1, "422 user_already_exists": 23])
    }
  }

  @Test func aBodyThatFindsNoMemoryIsRefusedInTheFormOfSignIn() async throws {
    try await withSignIn {
      $0.limits.bodyMemory = 256 << 10
      $0.limits.bodyWait = 0.01
    } _: { host in
      try await host.bodies.acquire(256 << 10, of: nil)
      let refused = try await host.signIn("a@example.org", "x")
      #expect(refused.verdict == "503 overloaded")
      #expect(refused["retry-after"] == "1")
      host.bodies.release(256 << 10)
      #expect(try await host.signIn("a@example.org", "x").verdict == "400 invalid_credentials")
      #expect(host.bodies.current.used == 0)
    }
  }

  @Test func aRequestThatTakesTooLongIsRefusedInTheFormOfSignIn() async throws {
    try await withSignIn { host in
      let late = host.refusal(.idleTimeout(seconds: 150), of: "/auth/v1/token")
      #expect(late.verdict == "504 idle_timeout")
      #expect(late.json["msg"] == "Request idle timeout limit (150s) reached")
      #expect(host.refusal(.requestTimeout("body"), of: "/auth/v1/signup").verdict == "408 request_timeout")
      // A function's has the host's form.
      let call = host.refusal(.requestTimeout("body"), of: "/functions/v1/whoami")
      #expect(call.status == 408)
      #expect(call.json["code"] == "REQUEST_TIMEOUT")
    }
  }

  @Test func anUnknownMethodAndAMalformedPathAreRefusedInTheFormOfSignIn() async throws {
    let method = try #require(HTTPRequest.Method("PROPFIND"))
    try await withSignIn { host in
      let unknown = try await host.send(method, "/auth/v1/user")
      #expect(unknown.verdict == "405 method_not_allowed")
      #expect(unknown["allow"]?.contains("POST") == true)
      #expect(try await host.send(.get, "/auth/v1/../user").verdict == "400 bad_request")
    }
  }

  @Test func tenTriesAMinuteByAddress() async throws {
    try await withSignIn { host in
      func attempt(_ peer: String) async throws -> Answer { try await host.signIn("a@example.org", "x", peer: peer) }
      for _ in 0..<10 { #expect(try await attempt("203.0.113.7").verdict == "400 invalid_credentials") }
      let refused = try await attempt("203.0.113.7")
      #expect(refused.verdict == "429 over_request_rate_limit")
      #expect(refused["retry-after"] == "6")
      #expect(try await attempt("::ffff:203.0.113.7").status == 429)
      #expect(try await host.send(.post, "/auth/v1/signup", [:], peer: "203.0.113.7").status == 429)
      #expect(try await attempt("203.0.113.8").status == 400)
      for index in 0..<10 { _ = try await attempt("2001:db8::\(index)") }
      #expect(try await attempt("2001:db8::ffff").status == 429)
      #expect(try await attempt("2001:db8:0:1::1").status == 400)
      // A proxy may send texts that are no address.
      for index in 0..<10 { #expect(try await attempt("unknown-\(index)").status == 400) }
      #expect(try await attempt("unix:").status == 429)
      host.clock.advance(by: 6)
      #expect(try await attempt("203.0.113.7").status == 400)
      #expect(try await attempt("203.0.113.7").status == 429)
    }
  }

  @Test func errorsFollowTheVersionThatTheClientAsksFor() async throws {
    try await withSignIn { host in
      let answer = try await host.send(.post, "/auth/v1/recover", ["email": "a@b.c"], version: "2024-01-01")
      #expect(answer.status == 400)
      #expect(answer.json["code"] == "email_provider_disabled")
      #expect(answer.json["message"]?.string?.contains("SUPABASE_URL") == true)
      #expect(answer["x-supabase-api-version"] == "2024-01-01")
      #expect(answer["access-control-expose-headers"]?.contains("X-Supabase-Api-Version") == true)
      let old = try await host.send(.get, "/auth/v1/authorize?provider=linkedin")
      #expect(old.verdict == "400 oauth_provider_not_supported")
      #expect(old["x-supabase-api-version"] == nil)
    }
  }

  @Test func onlyAnAbsentDatabaseIsSaidToBeAway() async throws {
    try await withSignIn { host in
      let rename: SQL =
        host.database.dialect == .postgres
        ? "ALTER TABLE swiftlet.auth_sessions RENAME TO elsewhere"
        : "ALTER TABLE swiftlet_auth_sessions RENAME TO elsewhere"
      try await host.database.execute(rename)
      let broken = try await host.send(.post, "/auth/v1/signup", [:])
      #expect(broken.verdict == "500 unexpected_failure")
      #expect(broken["retry-after"] == nil)
      await host.database.close()
      let away = try await host.send(.post, "/auth/v1/signup", [:])
      #expect(away.verdict == "503 unexpected_failure")
      #expect(away.json["msg"]?.string == "The database is away: try again")
      #expect(away["retry-after"] == "1")
    }
  }

  @Test func aHostWhereSignInIsOffNamesTheSetting() async throws {
    let error = Answer(AuthError.off.response(.v20240101))
    #expect(error.status == 501)
    #expect(error.json["code"] == "feature_disabled")
    #expect(error.json["message"]?.string?.contains("sign_in = true") == true)
    #expect(error["x-supabase-api-version"] == "2024-01-01")
  }

  @Test func openRoutes() async throws {
    try await withSignIn { host in
      let keys = try await host.send(.get, "/auth/v1/.well-known/jwks.json")
      #expect(keys.json == ["keys": []])
      #expect(try await host.send(.get, "/auth/v1/settings").json["mailer_autoconfirm"] == true)
      #expect(try await host.send(.get, "/auth/v1/health").status == 200)
      #expect(try await host.send(.delete, "/auth/v1/user").status == 405)
      #expect(try await host.send(.post, "/auth/v1/token").verdict == "400 invalid_credentials")
      #expect(try await host.send(.post, "/auth/v1/token?grant_type=id_token").verdict == "400 provider_disabled")
    }
  }
}
