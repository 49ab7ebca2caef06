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

  /// An anonymous user chooses the length of a token, and gets another token with each refresh.
  @Test func itIsBoundedByTheLengthsOfItsTokens() {
    let cache = TokenCache(capacity: 8192, bytes: 1000)
    func key(_ number: Int) -> TokenCache.Key {
      TokenCache.Key(token: ArraySlice("\(1_000_000_000 + number)".utf8))
    }
    for number in 0..<200 { cache.insert(entry(), for: key(number)) }
    // Each token has 10 bytes, and each of the two generations has room for 500.
    #expect((0..<100).filter { cache.token(for: key($0)) != nil } == [])
    #expect((150..<200).filter { cache.token(for: key($0)) == nil } == [])
  }

  @Test func aTokenThatIsAddedAgainOrRemovedTakesNoRoom() {
    let cache = TokenCache(capacity: 8192, bytes: 40)
    for _ in 0..<100 { cache.insert(entry(), for: key(1)) }
    for _ in 0..<100 {
      cache.insert(entry(), for: key(2))
      cache.remove(key(2))
    }
    #expect(cache.token(for: key(1)) != nil)
  }

  @Test func aTokenThatIsLongerThanAGenerationIsNotKept() {
    let cache = TokenCache(capacity: 8192, bytes: 40)
    cache.insert(entry(), for: key(1))
    let long = TokenCache.Key(token: ArraySlice([UInt8](repeating: 1, count: 21)))
    cache.insert(entry(), for: long)
    #expect(cache.token(for: long) == nil)
    #expect(cache.token(for: key(1)) != nil)
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
