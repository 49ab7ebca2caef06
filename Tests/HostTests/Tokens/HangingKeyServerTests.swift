import Cryptography
import Curl
import Edge
import Foundation
import Loop
import Testing

@testable import Host

/// The source of keys while the project's server accepts a request and never responds.
@Suite(.timeLimit(.minutes(10))) struct HangingKeyServerTests {
  private let old = P256PrivateKey()

  /// A source of keys whose fetch may take as long as the test does, so that a caller that waited for it would never be
  /// answered.
  private func withSource(
    at origin: TestOrigin, clock: TestClock, fetchTimeout: Duration = .seconds(3600),
    _ test: (KeySource) async throws -> Void
  ) async throws {
    var configuration = HostConfiguration()
    configuration.projectURL = URL(string: origin.url)
    let http = HTTPClient()
    let source = try await KeySource(
      configuration, http: http, clock: clock.wall, logger: LogRecorder().logger, fetchTimeout: fetchTimeout)
    let result: Result<Void, any Error>
    do { result = .success(try await test(source)) } catch { result = .failure(error) }
    await source.stop()
    await http.shutdown()
    try result.get()
  }

  @Test func callersWithAKnownKeyDoNotWait() async throws {
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    let clock = TestClock()
    try await withOrigin({ _ in (200, keys) }) { origin in
      try await withSource(at: origin, clock: clock) { source in
        let first = try await source.keys(for: "ES256")
        origin.answer { _ in nil }
        clock.advance(by: 600)
        for _ in 0..<100 {
          let keys = try await source.keys(for: "ES256")
          #expect(keys.generation == first.generation)
          #expect(keys.keys.asymmetric.map(\.id) == ["old"])
        }
        #expect(source.runningFetch != nil)
        // A remembered token is not checked again with each call meanwhile.
        #expect(try await source.keys(for: "ES256").freshUntil == clock.now.addingTimeInterval(60))
      }
    }
  }

  @Test func anUnknownKeyWaitsForOneFetchAndKnownKeysForNone() async throws {
    let keys = Forge.keySet(Forge.jwk(old.publicKey, kid: "old"))
    let clock = TestClock()
    try await withOrigin({ _ in (200, keys) }) { origin in
      try await withSource(at: origin, clock: clock) { source in
        _ = try await source.keys(for: "ES256")
        let isAsked = Promise<Void>()
        origin.answer { _ in
          isAsked.fulfil(())
          return nil
        }
        clock.advance(by: 60)
        let waiting = Task { await source.keysAfterRefetch() == nil }
        await isAsked.value()
        #expect(try await source.keys(for: "ES256").keys.asymmetric.count == 1)
        source.runningFetch?.cancel()
        #expect(await waiting.value)
        // The minute is not over.
        #expect(await source.keysAfterRefetch() == nil)
        #expect(source.runningFetch == nil)
        #expect(origin.calls.count == 2)
      }
    }
  }

  @Test func withoutKeysTheWaitEndsWithTheFetch() async throws {
    try await withOrigin({ _ in nil }) { origin in
      try await withSource(at: origin, clock: TestClock(), fetchTimeout: .milliseconds(200)) { source in
        for _ in 0..<2 {
          let error = await #expect(throws: HostError.self) { try await source.keys(for: "ES256") }
          #expect(error?.status == .serviceUnavailable)
          #expect(error?.headers[.retryAfter] == "5")
        }
        #expect(origin.calls.count == 1)
      }
    }
  }

  @Test func stoppingCancelsTheFetch() async throws {
    let isAsked = Promise<Void>()
    let hangs: @Sendable (TestOrigin.Call) -> (status: Int, body: String)? = { _ in
      isAsked.fulfil(())
      return nil
    }
    try await withOrigin(hangs) { origin in
      try await withSource(at: origin, clock: TestClock()) { source in
        let waiting = Task { try? await source.keys(for: "ES256") }
        await isAsked.value()
        await source.stop()
        #expect(await waiting.value == nil)
        #expect(source.runningFetch == nil)
        await #expect(throws: HostError.self) { try await source.keys(for: "ES256") }
        #expect(source.runningFetch == nil)
      }
    }
  }
}
