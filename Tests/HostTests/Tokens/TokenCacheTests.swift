import Edge
import Foundation
import Testing

@testable import Host

@Suite struct TokenCacheTests {
  private func entry(_ generation: Int = 0) -> TokenCache.VerifiedToken {
    TokenCache.VerifiedToken(identity: Identity(role: .anon), keyGeneration: generation, freshUntil: .distantFuture)
  }

  private func key(_ number: Int) -> TokenCache.Key { TokenCache.Key(token: ArraySlice("token \(number)".utf8)) }

  @Test func itIsBounded() {
    let cache = TokenCache(capacity: 10)
    for number in 0..<1000 { cache.insert(entry(), for: key(number)) }
    #expect((0..<1000).count { cache.token(for: key($0)) != nil } <= 10)
    #expect(cache.token(for: key(999)) != nil)
  }

  @Test func usedTokensStay() {
    let cache = TokenCache(capacity: 10)
    cache.insert(entry(), for: key(-1))
    for number in 0..<1000 {
      cache.insert(entry(), for: key(number))
      #expect(cache.token(for: key(-1)) != nil)
    }
  }

  @Test func newKeysEmptyTheCache() {
    let cache = TokenCache()
    cache.insert(entry(0), for: key(1))
    cache.insert(entry(1), for: key(2))
    #expect(cache.token(for: key(1)) == nil)
    #expect(cache.token(for: key(2)) != nil)
    cache.insert(entry(0), for: key(3))
    #expect(cache.token(for: key(3)) == nil)
  }

  @Test func removal() {
    let cache = TokenCache()
    cache.insert(entry(), for: key(1))
    cache.remove(key(1))
    #expect(cache.token(for: key(1)) == nil)
  }

  /// A remembered token ends when it says so, and begins no earlier.
  @Test func aRememberedTokenExpires() async throws {
    let clock = TestClock()
    let now = Int(clock.now.timeIntervalSince1970)
    let token = Forge.hs256(claims: #"{"sub":"\#(Forge.user)","exp":\#(now + 10),"nbf":\#(now)}"#)
    try await withHarness(functions: [Handlers.user], clock: clock) { host in
      try await host.expect("200 -", of: token)
      clock.advance(by: 9.999)
      try await host.expect("200 -", of: token)
      clock.advance(by: 0.001)
      try await host.expect("401 UNAUTHORIZED_LEGACY_JWT", of: token)
      clock.advance(by: -11)
      try await host.expect("401 UNAUTHORIZED_LEGACY_JWT", of: token)
    }
  }
}
