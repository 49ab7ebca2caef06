import Edge
import Foundation
import Testing

@testable import Auth

/// What users change of themselves, and the service role of others.
@Suite struct UserTests {
  @Test func anAnonymousUserBecomesPermanent() async throws {
    try await withSignIn { host in
      let session = try await host.signUp()
      let alone = try await host.send(.put, "/auth/v1/user", token: session.access, ["password": "secret 1"])
      #expect(alone.verdict == "422 validation_failed")
      let body: JSONValue = ["email": "A@example.org", "password": "secret 1"]
      let changed = try await host.send(.put, "/auth/v1/user", token: session.access, body)
      #expect(changed.json["id"] == session.user["id"])
      #expect(changed.json["is_anonymous"] == false)
      #expect(changed.json["email"] == "a@example.org")
      #expect(changed.json["app_metadata"]?["provider"] == "email")
      #expect(try SignedIn(try await host.signIn("a@example.org", "secret 1")).userID == session.userID)
      #expect(try SignedIn(try await host.refresh(session.refresh)).claims["is_anonymous"] == false)
    }
  }

  @Test func metadataIsMerged() async throws {
    try await withSignIn { host in
      let session = try await host.signUp(data: ["a": 1, "b": 2])
      let changed = try await host.send(.put, "/auth/v1/user", token: session.access, ["data": ["b": .null, "c": 3]])
      #expect(changed.json["user_metadata"] == ["a": 1, "c": 3])
      let half = JSONValue.string(String(repeating: "x", count: AuthUser.maximumMetadata * 2 / 3))
      #expect(try await host.send(.put, "/auth/v1/user", token: session.access, ["data": ["d": half]]).status == 200)
      let more = try await host.send(.put, "/auth/v1/user", token: session.access, ["data": ["e": half]])
      #expect(more.verdict == "422 validation_failed")
      let admin = try await host.send(.put, "/auth/v1/user", token: session.access, ["app_metadata": ["x": 1]])
      #expect(admin.verdict == "403 not_admin")
    }
  }

  @Test func aNewPasswordEndsTheOtherSessions() async throws {
    try await withSignIn { host in
      let first = try await host.signUp("a@example.org", password: "secret 1")
      let second = try SignedIn(try await host.signIn("a@example.org", "secret 1"))
      func change(_ password: JSONValue) async throws -> String {
        try await host.send(.put, "/auth/v1/user", token: first.access, ["password": password]).verdict
      }
      #expect(try await change("secret 1") == "422 same_password")
      #expect(try await change("short") == "422 weak_password")
      #expect(try await change("secret 2") == "200 -")
      #expect(try await host.call(first.access) == 200)
      #expect(try await host.call(second.access) == 401)
      #expect(try await host.signIn("a@example.org", "secret 1").status == 400)
      #expect(try await host.signIn("a@example.org", "secret 2").status == 200)
    }
  }

  @Test func anAddressHasOneUser() async throws {
    try await withSignIn { host in
      _ = try await host.signUp("a@example.org", password: "secret 1")
      let other = try await host.signUp("b@example.org", password: "secret 1")
      let taken = try await host.send(.put, "/auth/v1/user", token: other.access, ["email": "A@example.org"])
      #expect(taken.verdict == "422 email_exists")
      let moved = try await host.send(.put, "/auth/v1/user", token: other.access, ["email": "c@example.org"])
      #expect(moved.json["email"] == "c@example.org")
      #expect(try await host.signIn("b@example.org", "secret 1").status == 400)
    }
  }

  /// The answer says whether an address is taken, to anonymous users too.
  @Test func aNewAddressIsATry() async throws {
    try await withSignIn { host in
      _ = try await host.signUp("a@example.org", password: "secret 1")
      let user = try await host.signUp()
      func change(_ body: JSONValue, from peer: String = "203.0.113.7") async throws -> String {
        try await host.send(.put, "/auth/v1/user", token: user.access, body, peer: peer).verdict
      }
      for _ in 0..<10 { #expect(try await change(["email": "a@example.org"]) == "422 email_exists") }
      #expect(try await change(["email": "a@example.org"]) == "429 over_request_rate_limit")
      #expect(try await change(["email": "b@example.org"]) == "429 over_request_rate_limit")
      #expect(try await change(["data": ["name": "Ann"]]) == "200 -")
      #expect(try await change(["email": "a@example.org"], from: "203.0.113.8") == "422 email_exists")
    }
  }

  @Test func aDeletedUserIsGone() async throws {
    try await withSignIn { host in
      let session = try await host.signUp("a@example.org", password: "secret 1")
      let path = "/auth/v1/admin/users/\(session.userID)"
      #expect(try await host.call(session.access) == 200)
      for token in [session.access, try host.token(.anon)] {
        #expect(try await host.send(.delete, path, token: token).verdict == "403 not_admin")
      }
      #expect(try await host.send(.delete, path).verdict == "401 no_authorization")
      let key = try host.token(.serviceRole)
      #expect(try await host.send(.delete, path, token: key).status == 200)
      #expect(try await host.call(session.access) == 401)
      #expect(try await host.send(.get, "/auth/v1/user", token: session.access).verdict == "403 user_not_found")
      #expect(try await host.refresh(session.refresh).verdict == "400 refresh_token_not_found")
      #expect(try await host.signIn("a@example.org", "secret 1").verdict == "400 invalid_credentials")
      #expect(try await host.send(.delete, path, token: key).verdict == "404 user_not_found")
      #expect(try await host.send(.get, "/auth/v1/admin/users/x", token: key).verdict == "404 validation_failed")
      _ = try await host.signUp("a@example.org", password: "secret 2")
    }
  }

  @Test func theServiceRoleKeepsUsers() async throws {
    try await withSignIn { host in
      let key = try host.token(.serviceRole)
      let body: JSONValue = [
        "email": "a@example.org", "password": "secret 1", "app_metadata": ["plan": "x"], "user_metadata": ["n": 1],
      ]
      let made = try await host.send(.post, "/auth/v1/admin/users", token: key, body)
      #expect(made.json["app_metadata"] == ["provider": "email", "providers": ["email"], "plan": "x"])
      #expect(try await host.send(.post, "/auth/v1/admin/users", token: key, body).verdict == "422 email_exists")
      let session = try SignedIn(try await host.signIn("a@example.org", "secret 1"))
      #expect(session.claims["app_metadata"]?["plan"] == "x")
      let path = "/auth/v1/admin/users/\(session.userID)"
      #expect(try await host.send(.get, path, token: key).json["user_metadata"]?["n"] == 1)
      let changed = try await host.send(
        .put, path, token: key, ["password": "secret 2", "app_metadata": ["plan": "y"]])
      #expect(changed.json["app_metadata"]?["plan"] == "y")
      #expect(try await host.call(session.access) == 401)
      #expect(try await host.signIn("a@example.org", "secret 2").status == 200)
    }
  }

  @Test func whatTheHostCannotDoIsRefused() async throws {
    try await withSignIn { host in
      let key = try host.token(.serviceRole)
      let session = try await host.signUp("a@example.org", password: "secret 1")
      let path = "/auth/v1/admin/users/\(session.userID)"
      let cases: [(JSONValue, String, String)] = [
        (["ban_duration": "24h"], "422 feature_disabled", "ban_duration"),
        (["role": "service_role"], "422 feature_disabled", "role"),
        (["email_confirm": false], "422 feature_disabled", "email_confirm"),
        (["password_hash": "$2a$10$abc"], "422 feature_disabled", "password_hash"),
        (["id": .string(UUID().uuidString)], "422 validation_failed", "id"),
        (["id": "x"], "422 validation_failed", "id"),
        (["ban_duration": 24], "400 bad_json", "ban_duration"),
      ]
      for (body, verdict, word) in cases {
        var fields = try #require(body.object)
        fields["user_metadata"] = ["n": 1]
        let answer = try await host.send(.put, path, token: key, .object(fields))
        #expect(answer.verdict == verdict, "\(body)")
        #expect(answer.json["msg"]?.string?.contains(word) == true)
      }
      #expect(try await host.send(.get, path, token: key).json["user_metadata"]?["n"] == nil)
      let same: JSONValue = [
        "id": .string(session.userID.uppercased()), "role": "authenticated", "ban_duration": "none",
        "email_confirm": true,
      ]
      #expect(try await host.send(.put, path, token: key, same).verdict == "200 -")
      #expect(try await host.send(.put, path, token: key, ["id": "", "role": "", "ban_duration": ""]).status == 200)
      let refused: [(String, JSONValue)] = [
        ("ban_duration", "24h"), ("role", "admin"), ("email_confirm", false), ("password_hash", "$2a$10$abc"),
      ]
      for (name, value) in refused {
        let body: JSONObject = ["email": "b@example.org", name: value]
        let made = try await host.send(.post, "/auth/v1/admin/users", token: key, .object(body))
        #expect(made.verdict == "422 feature_disabled")
      }
      #expect(try await host.signIn("a@example.org", "secret 1").status == 200)
    }
  }

  @Test func aTakenIDIsNamed() async throws {
    try await withSignIn { host in
      let key = try host.token(.serviceRole)
      let session = try await host.signUp("a@example.org", password: "secret 1")
      func create(_ email: JSONValue) async throws -> Answer {
        let body: JSONValue = ["id": .string(session.userID), "email": email]
        return try await host.send(.post, "/auth/v1/admin/users", token: key, body)
      }
      let taken = try await create("b@example.org")
      #expect(taken.verdict == "422 user_already_exists")
      #expect(taken.json["msg"] == "A user with this id has already been registered")
      #expect(try await create("a@example.org").verdict == "422 email_exists")
    }
  }

  @Test func usersAreListedInPages() async throws {
    try await withSignIn { host in
      let key = try host.token(.serviceRole)
      var ids: [String] = []
      for _ in 0..<5 {
        ids.append(try await host.signUp().userID)
        host.clock.advance(by: 1)
      }
      let page = try await host.send(.get, "/auth/v1/admin/users?page=2&per_page=2", token: key)
      #expect(page.json["users"]?.array?.compactMap { $0["id"]?.string } == [ids[2], ids[1]])
      #expect(page["x-total-count"] == "5")
      #expect(
        page["link"]
          == "</admin/users?page=3&per_page=2>; rel=\"next\", </admin/users?page=3&per_page=2>; rel=\"last\"")
      let bad = try await host.send(.get, "/auth/v1/admin/users?page=0", token: key)
      #expect(bad.verdict == "400 validation_failed")
    }
  }
}
