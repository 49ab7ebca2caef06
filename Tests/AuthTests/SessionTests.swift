import Edge
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import Auth

/// How sessions continue and end.
@Suite struct SessionTests {
  @Test func aRefreshContinuesTheSession() async throws {
    try await withSignIn { host in
      let first = try await host.signUp()
      host.clock.advance(by: 3500)
      let second = try SignedIn(try await host.refresh(first.refresh))
      #expect(second.refresh != first.refresh)
      #expect(second.userID == first.userID)
      #expect(second.claims["session_id"] == first.claims["session_id"])
      host.clock.advance(by: 200)
      #expect(try await host.call(first.access) == 401)
      #expect(try await host.call(second.access) == 200)
    }
  }

  @Test func manyRefreshesAtOnceGetTheSameToken() async throws {
    try await withSignIn { host in
      let first = try await host.signUp()
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 0..<24 { group.addTask { try await host.refresh(first.refresh) } }
        return try await group.reduce(into: [Answer]()) { $0.append($1) }
      }
      let sessions = try answers.map { try SignedIn($0) }
      #expect(Set(sessions.map(\.refresh)).count == 1)
      #expect(Set(sessions.map { $0.claims["session_id"] }).count == 1)
      let next = try SignedIn(try await host.refresh(sessions[0].refresh))
      #expect(next.refresh != sessions[0].refresh)
    }
  }

  @Test func aSessionThatIsNotRefreshedForThirtyDaysEnds() async throws {
    try await withSignIn { host in
      let days: TimeInterval = 86_400
      let (left, kept) = (try await host.signUp(), try await host.signUp())
      host.clock.advance(by: 20 * days)
      let second = try SignedIn(try await host.refresh(kept.refresh))
      host.clock.advance(by: 11 * days)
      let answer = try await host.refresh(left.refresh)
      #expect(answer.verdict == "400 session_expired")
      #expect(answer.json["msg"] == "Invalid Refresh Token: Session Expired (Inactivity)")
      _ = try SignedIn(try await host.refresh(second.refresh))
      // The next sign-in removes it.
      _ = try await host.signUp()
      #expect(try await host.refresh(left.refresh).verdict == "400 refresh_token_not_found")
    }
  }

  @Test func reuseEndsTheSession() async throws {
    try await withSignIn { host in
      let first = try await host.signUp()
      let other = try await host.signUp()
      let second = try SignedIn(try await host.refresh(first.refresh))
      let third = try SignedIn(try await host.refresh(second.refresh))
      // Within the interval an old token gets the current one.
      #expect(try SignedIn(try await host.refresh(first.refresh)).refresh == third.refresh)
      host.clock.advance(by: 10)
      // The one before the current one does at any time.
      #expect(try SignedIn(try await host.refresh(second.refresh)).refresh == third.refresh)
      #expect(try await host.call(third.access) == 200)
      #expect(try await host.refresh(first.refresh).verdict == "400 refresh_token_already_used")
      #expect(try await host.refresh(third.refresh).verdict == "400 refresh_token_not_found")
      #expect(try await host.call(third.access) == 401)
      #expect(try await host.call(other.access) == 200)
    }
  }

  @Test(arguments: [
    ("", [401, 401, 401]), ("?scope=global", [401, 401, 401]), ("?scope=local", [401, 200, 200]),
    ("?scope=others", [200, 401, 401]),
  ])
  func signOut(query: String, statuses: [Int]) async throws {
    try await withSignIn { host in
      var sessions = [try await host.signUp("a@example.org", password: "secret 1")]
      for _ in 0..<2 { sessions.append(try SignedIn(try await host.signIn("a@example.org", "secret 1"))) }
      let bystander = try await host.signUp()
      // The tokens are in the cache of verified ones.
      for session in sessions { #expect(try await host.call(session.access) == 200) }
      #expect(try await host.send(.post, "/auth/v1/logout\(query)", token: sessions[0].access).status == 204)
      for (session, status) in zip(sessions, statuses) {
        #expect(try await host.call(session.access) == status)
        let user = try await host.send(.get, "/auth/v1/user", token: session.access)
        #expect(user.verdict == (status == 200 ? "200 -" : "403 session_not_found"))
        #expect(try await host.refresh(session.refresh).status == (status == 200 ? 200 : 400))
      }
      #expect(try await host.call(bystander.access) == 200)
    }
  }

  /// A session that ends while the host reads the body: by a sign-out, and with the deletion of its user.
  @Test(
    arguments: [#"{"password":"secret 2"}"#, #"{"email":"b@example.org"}"#, #"{"data":{"name":"Ann"}}"#], [false, true])
  func aSessionThatEndsDuringARequestChangesNothing(change: String, isDeleted: Bool) async throws {
    try await withSignIn { host in
      let session = try await host.signUp("a@example.org", password: "secret 1")
      let (key, path) = (try host.token(.serviceRole), "/auth/v1/admin/users/\(session.userID)")
      let rest = Mutex<ByteBuffer?>(ByteBuffer(string: change))
      let answer = await host.send(
        .put, "/auth/v1/user", token: session.access,
        reading: RequestBody {
          guard let chunk = rest.withLock({ $0.take() }) else { return nil }
          let end =
            try await isDeleted
            ? host.send(.delete, path, token: key) : host.send(.post, "/auth/v1/logout", token: session.access)
          #expect(end.status < 300)
          return chunk
        })
      #expect(answer.verdict == (isDeleted ? "403 user_not_found" : "403 session_not_found"))
      let user = try await host.send(.get, path, token: key)
      #expect(user.status == (isDeleted ? 404 : 200))
      if !isDeleted {
        #expect(user.json["email"] == "a@example.org")
        #expect(user.json["user_metadata"]?["name"] == nil)
        #expect(try await host.signIn("a@example.org", "secret 1").status == 200)
      }
    }
  }

  @Test func anUnknownScopeAndABadTokenAreRefused() async throws {
    try await withSignIn { host in
      let session = try await host.signUp()
      let scope = try await host.send(.post, "/auth/v1/logout?scope=some", token: session.access)
      #expect(scope.verdict == "400 validation_failed")
      #expect(try await host.send(.post, "/auth/v1/logout").verdict == "401 no_authorization")
      #expect(try await host.send(.get, "/auth/v1/user", token: "x.y.z").verdict == "403 bad_jwt")
      #expect(try await host.send(.get, "/auth/v1/user", token: host.token(.anon)).verdict == "403 bad_jwt")
    }
  }

  @Test func anotherHostRefusesTheTokensOfEndedSessions() async throws {
    try await withDatabase { database, http in
      let clock = TestClock()
      let one = try await SignInHost(on: database, clock: clock, http: http)
      let other = try await SignInHost(on: database, clock: clock, http: http)
      let session = try await one.signUp()
      #expect(try await other.call(session.access) == 200)
      #expect(try await one.send(.post, "/auth/v1/logout", token: session.access).status == 204)
      #expect(try await one.call(session.access) == 401)
      // Sign-in reads the database; functions know of the end after the next reading.
      #expect(try await other.send(.get, "/auth/v1/user", token: session.access).verdict == "403 session_not_found")
      try await other.sessions.read(until: clock.now, now: clock.now)
      #expect(try await other.call(session.access) == 401)
      let later = try await SignInHost(on: database, clock: clock, http: http)
      #expect(try await later.call(session.access) == 401)
    }
  }

  @Test func endedSessionsAreForgottenWhenTheirTokensHaveExpired() async throws {
    try await withSignIn { host in
      let store = AuthStore(host.database)
      for _ in 0..<3 {
        let session = try await host.signUp()
        _ = try await host.send(.post, "/auth/v1/logout", token: session.access)
      }
      #expect(try await store.ended(until: .distantPast).count == 3)
      host.clock.advance(by: SessionEnds.memory)
      let last = try await host.signUp()
      _ = try await host.send(.post, "/auth/v1/logout", token: last.access)
      #expect(try await store.ended(until: .distantPast).count == 1)
    }
  }
}
