import Edge
import Foundation
import Testing

@testable import Host

@Suite struct EndedSessionTests {
  private let now = TestClock().now

  @Test func aSessionHasEndedOnceItIsAdded() {
    let sessions = EndedSessions()
    let (one, other) = (UUID(), UUID())
    #expect(!sessions.contains(one))
    sessions.add([one], until: now, now: now)
    #expect(sessions.contains(one))
    #expect(!sessions.contains(other))
    #expect(!sessions.contains(nil))
  }

  @Test func expiredSessionsAreForgotten() {
    let sessions = EndedSessions()
    let first = (0..<1023).map { _ in UUID() }
    sessions.add(first, until: now, now: now)
    #expect(first.allSatisfy(sessions.contains))
    let last = UUID()
    sessions.add([last], until: now.addingTimeInterval(3600), now: now)
    #expect(!first.contains(where: sessions.contains))
    #expect(sessions.contains(last))
  }

  @Test func aTokenOfAnEndedSessionIsRefusedFromTheCacheToo() async throws {
    let ended = EndedSessions()
    try await withHarness(functions: [Handlers.user], ended: ended) { host in
      let session = UUID()
      let minter = try TokenMinter(secret: TokenConfiguration.developmentSecret)
      func token(_ session: String) -> String {
        minter.token(
          role: .authenticated, subject: Forge.user, claims: [("session_id", .string(session))], now: host.clock.now)
      }
      let (cached, fresh) = (token(session.uuidString), token(session.uuidString.lowercased()))
      try await host.expect("200 -", of: cached)
      ended.add([session], until: host.clock.now.addingTimeInterval(3600), now: host.clock.now)
      try await host.expect("401 UNAUTHORIZED_LEGACY_JWT", of: cached)
      try await host.expect("401 UNAUTHORIZED_LEGACY_JWT", of: fresh)
      try await host.expect("200 -", of: token(UUID().uuidString))
      try await host.expect("200 -", of: token("no id"))
      try await host.expect("200 -", of: host.token())
    }
  }

  /// A session that ends while the body arrives, as with a sign-out on another device.
  @Test(arguments: [
    ("functions/v1/typed", "401 UNAUTHORIZED_LEGACY_JWT"), ("functions/v1/raw", "401 -"),
    ("rest/v1/rpc/typed", "401 UNAUTHORIZED_LEGACY_JWT"),
  ])
  func aFunctionDoesNothingForASessionThatEndsDuringTheBody(path: String, verdict: String) async throws {
    let (ended, runs) = (EndedSessions(), Counter())
    let typed = Function("typed", access: .user) { (input: Handlers.Named, _) in
      runs.increment()
      return ["hello": input.name]
    }
    let raw = Function.raw("raw", access: .user) { request, _ in
      let input = try await request.decode(Handlers.Named.self)
      runs.increment()
      return .text(input.name)
    }
    try await withHarness(functions: [typed, raw], procedures: [typed], ended: ended) { host in
      let (session, now) = (UUID(), host.clock.now)
      let token = try TokenMinter(secret: TokenConfiguration.developmentSecret).token(
        role: .authenticated, subject: Forge.user, claims: [("session_id", .string(session.lowercased))], now: now)
      func answer(endsSession: Bool) async throws -> Answer {
        let chunks = AsyncChunks([[UInt8](#"{"name":"#.utf8), [UInt8](#""Ann"}"#.utf8)])
        return try await host.send(
          .post, "/\(path)", token: token,
          body: RequestBody {
            if let chunk = chunks.next() { return chunk }
            if endsSession { ended.add([session], until: now.addingTimeInterval(3600), now: now) }
            return nil
          })
      }
      #expect(try await answer(endsSession: false).status == 200)
      #expect(try await answer(endsSession: true).verdict == verdict)
      #expect(runs.value == 1)
    }
  }
}
