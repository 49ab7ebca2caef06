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
}
