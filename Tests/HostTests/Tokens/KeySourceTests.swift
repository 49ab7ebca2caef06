import Cryptography
import Edge
import Foundation
import Synchronization
import Testing

@testable import Host

/// The project's key set, fetched over HTTP.
@Suite(.timeLimit(.minutes(10))) struct KeySourceTests {
  private let old = P256PrivateKey()
  private let new = P256PrivateKey()

  private func with(
    _ origin: TestOrigin, clock: TestClock = TestClock(), _ test: (Harness) async throws -> Void
  ) async throws {
    try await withHarness(
      functions: [Handlers.user], clock: clock, configure: { $0.projectURL = URL(string: origin.url) }, test)
  }

  private func call(_ host: Harness, _ token: String) async throws -> Answer {
    try await host.post("/functions/v1/user", token: token, "")
  }

  @Test func keysAreFetchedOnceAndKept() async throws {
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    try await withOrigin({ _ in (200, keys) }) { origin in
      try await with(origin) { host in
        try await host.expect("200 -", of: Forge.hs256())
        #expect(origin.calls.isEmpty)
        for _ in 0..<5 { try await host.expect("200 -", of: Forge.es256(old, kid: "old")) }
        #expect(origin.calls.map(\.path) == ["/auth/v1/.well-known/jwks.json"])
      }
    }
  }

  @Test func manyAtOnceWaitForOneFetch() async throws {
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    try await withOrigin({ _ in (200, keys) }) { origin in
      try await with(origin) { host in
        let token = try Forge.es256(old, kid: "old")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<20 { group.addTask { try await host.post("/functions/v1/user", token: token, "").status } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [Int](repeating: 200, count: 20))
        #expect(origin.calls.count == 1)
      }
    }
  }

  @Test func anUnknownKeyIsLookedForAtMostOnceAMinute() async throws {
    let first = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    let second = Forge.keySet(Forge.jwk(new.publicKey, kid: "new"))
    let clock = TestClock()
    try await withOrigin({ _ in (200, first) }) { origin in
      try await with(origin, clock: clock) { host in
        try await host.expect("200 -", of: Forge.es256(old, kid: "old"))
        for index in 0..<10 {
          let forged = try Forge.es256(new, kid: "forged\(index)")
          try await host.expect("401 UNAUTHORIZED_ASYMMETRIC_JWT", of: forged)
        }
        #expect(origin.calls.count == 1)
        clock.advance(by: 59)
        try await host.expect("401 UNAUTHORIZED_ASYMMETRIC_JWT", of: Forge.es256(new, kid: "new"))
        #expect(origin.calls.count == 1)
        clock.advance(by: 1)
        origin.answer { _ in (200, second) }
        try await host.expect("200 -", of: Forge.es256(new, kid: "new"))
        #expect(origin.calls.count == 2)
        // The key is gone from the set, and what was remembered of it with it.
        try await host.expect("401 UNAUTHORIZED_ASYMMETRIC_JWT", of: Forge.es256(old, kid: "old"))
      }
    }
  }

  @Test func rotationDropsRememberedTokens() async throws {
    let first = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    let second = Forge.keySet(Forge.jwk(new.publicKey, kid: "new"))
    let clock = TestClock()
    try await withOrigin({ _ in (200, first) }) { origin in
      try await with(origin, clock: clock) { host in
        let token = try Forge.es256(old, kid: "old")
        try await host.expect("200 -", of: token)
        origin.answer { _ in (200, second) }
        clock.advance(by: 599)
        try await host.expect("200 -", of: token)
        #expect(origin.calls.count == 1)
        // The old keys serve until the new ones are there.
        clock.advance(by: 1)
        try await host.expect("200 -", of: token)
        await host.host.keys.runningFetch?.value
        #expect(origin.calls.count == 2)
        try await host.expect("401 UNAUTHORIZED_ASYMMETRIC_JWT", of: token)
      }
    }
  }

  /// A token of a key that a forged key id has made the host fetch away must not live on in memory.
  @Test func aRefetchDropsRememberedTokensAtOnce() async throws {
    let first = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    let second = Forge.keySet(Forge.jwk(new.publicKey, kid: "new"))
    let clock = TestClock()
    try await withOrigin({ _ in (200, first) }) { origin in
      try await with(origin, clock: clock) { host in
        let token = try Forge.es256(old, kid: "old")
        try await host.expect("200 -", of: token)
        origin.answer { _ in (200, second) }
        clock.advance(by: 60)
        try await host.expect("401 UNAUTHORIZED_ASYMMETRIC_JWT", of: Forge.es256(new, kid: "forged"))
        #expect(origin.calls.count == 2)
        try await host.expect("401 UNAUTHORIZED_ASYMMETRIC_JWT", of: token)
      }
    }
  }

  @Test(arguments: [(500, "oops"), (200, "oops"), (404, "{}"), (200, #"{"keys":7}"#)])
  func withoutAnyKeyTheAnswerIsUnavailable(_ status: Int, _ body: String) async throws {
    let clock = TestClock()
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    try await withOrigin({ _ in (status, body) }) { origin in
      try await with(origin, clock: clock) { host in
        let token = try Forge.es256(old, kid: "old")
        for _ in 0..<3 {
          let answer = try await call(host, token)
          #expect(answer.status == 503)
          #expect(answer["retry-after"] == "5")
          #expect(answer["x-relay-error"] == "true")
          #expect(answer.body.hasPrefix(#"{"code":""#))
        }
        #expect(origin.calls.count == 1)
        try await host.expect("200 -", of: Forge.hs256())
        origin.answer { _ in (200, keys) }
        clock.advance(by: 5)
        try await host.expect("200 -", of: token)
      }
    }
  }

  @Test func anUnreachableServerIsUnavailable() async throws {
    var port = 0
    try await withOrigin({ _ in (200, "") }) { port = $0.port }
    let url = "http://127.0.0.1:\(port)"
    try await withHarness(functions: [Handlers.user], configure: { $0.projectURL = URL(string: url) }) { host in
      let answer = try await call(host, Forge.es256(old, kid: "old"))
      #expect(answer.status == 503)
      #expect(answer["retry-after"] == "5")
      #expect(host.logs.all.contains { $0.message == "The project's signing keys could not be fetched" })
    }
  }

  @Test func existingKeysStayInUseWhileTheServerIsUnreachable() async throws {
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    let clock = TestClock()
    try await withOrigin({ _ in (200, keys) }) { origin in
      try await with(origin, clock: clock) { host in
        try await host.expect("200 -", of: Forge.es256(old, kid: "old"))
        origin.answer { _ in (500, "") }
        clock.advance(by: 100_000)
        for _ in 0..<3 { try await host.expect("200 -", of: Forge.es256(old, kid: "old")) }
        await host.host.keys.runningFetch?.value
        for _ in 0..<3 { try await host.expect("200 -", of: Forge.es256(old, kid: "old")) }
        #expect(origin.calls.count == 2)
      }
    }
  }

  @Test func aCallerThatLeavesDoesNotCancelTheFetchForOthers() async throws {
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    try await withOrigin({ _ in (200, keys) }) { origin in
      try await with(origin) { host in
        let token = try Forge.es256(old, kid: "old")
        let leaving = Task { try? await host.post("/functions/v1/user", token: token, "") }
        leaving.cancel()
        _ = await leaving.value
        try await host.expect("200 -", of: token)
      }
    }
  }

  @Test func callsAreAnsweredWhileTheServerHangs() async throws {
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    let clock = TestClock()
    try await withOrigin({ _ in (200, keys) }) { origin in
      try await with(origin, clock: clock) { host in
        let token = try Forge.es256(old, kid: "old")
        try await host.expect("200 -", of: token)
        origin.answer { _ in nil }
        clock.advance(by: 600)
        for _ in 0..<10 {
          try await host.expect("200 -", of: token)
          try await host.expect("200 -", of: Forge.es256(old, kid: "old"))
        }
        // With keys that are there, the next fetch comes a minute later at the earliest.
        #expect(origin.calls.count <= 2)
      }
    }
  }

  /// The seeds' development value names this host itself: nothing is fetched.
  @Test func noKeysAreFetchedFromTheHostItself() async throws {
    try await withHarness(functions: [Handlers.user]) { configuration in
      configuration.bind.port = 54321
      configuration.projectURL = URL(string: "http://127.0.0.1:54321")
    } _: { host in
      try await host.expect("401 UNAUTHORIZED_ASYMMETRIC_JWT", of: Forge.es256(old, kid: "old"))
      try await host.expect("200 -", of: Forge.hs256())
    }
  }
}
