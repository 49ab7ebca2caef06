import Foundation
import Push
import Synchronization
import Testing

@testable import APNs

@Suite struct ProviderTokenSourceTests {
  private final class Clock: Sendable {
    private let state = Mutex((now: ContinuousClock.now, date: Date(timeIntervalSince1970: 1_700_000_000)))

    var now: ContinuousClock.Instant { state.withLock { $0.now } }
    var date: Date { state.withLock { $0.date } }

    func advance(_ seconds: Int, stepping step: Double = 0) {
      state.withLock {
        $0.now = $0.now.advanced(by: .seconds(seconds))
        $0.date += Double(seconds) + step
      }
    }
  }

  private let clock = Clock()

  private func source() throws -> ProviderTokenSource {
    let credentials = try PushCredentials(
      keyID: "ABC123DEFG", teamID: "TEAM567890", privateKey: Keys.pem(Keys.p256))
    return ProviderTokenSource(credentials: credentials, now: { [clock] in clock.now }, date: { [clock] in clock.date })
  }

  @Test func stepsOfTheSystemClockShowOnlyInTheNextToken() throws {
    let source = try source()
    let first = try source.token()
    #expect(try issued(first) == 1_700_000_000)
    clock.advance(60, stepping: 86_400)
    #expect(try source.token() == first)
    clock.advance(60, stepping: -2 * 86_400)
    #expect(try source.token() == first)
    clock.advance(2880)
    let second = try source.token()
    #expect(second.number == 1)
    #expect(try issued(second) == 1_700_000_000 + 3000 - 86_400)
  }

  @Test func aTokenOfAWrongClockThatExpiredIsReplacedOnceTheClockIsRight() throws {
    let source = try source()
    let first = try source.token()
    clock.advance(60)
    source.expired(first)
    #expect(try source.token() == first)
    clock.advance(60, stepping: 7200)
    let second = try source.token()
    #expect(second.number == 1)
    #expect(try issued(second) == 1_700_000_000 + 120 + 7200)
  }

  @Test func answersReachTheState() throws {
    let source = try source()
    let first = try source.token()
    source.expired(first)
    clock.advance(1200)
    let second = try source.token()
    #expect(second.number == 1)
    clock.advance(3000)
    let third = try source.token()
    source.updatesRefused(third)
    #expect(try source.token() == second)
  }

  @Test func concurrentCallersShareOneToken() async throws {
    let source = try source()
    let tokens = try await withThrowingTaskGroup(of: ProviderToken.self) { group in
      for _ in 0..<200 { group.addTask { try source.token() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
  }

  /// The `iat` of a token.
  private func issued(_ token: ProviderToken) throws -> Int {
    struct Claims: Decodable { let iat: Int }
    let claims = token.authorization.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
    let padded = String(claims) + String(repeating: "=", count: (4 - claims.count % 4) % 4)
    return try JSONDecoder().decode(Claims.self, from: #require(Data(base64Encoded: padded))).iat
  }
}
