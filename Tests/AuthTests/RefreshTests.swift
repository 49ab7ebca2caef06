import Cryptography
import Foundation
import Testing

@testable import Auth

@Suite struct RefreshTests {
  private let key = RefreshToken.key(secret: "a secret of the tests, and of nothing else")
  private let start = Date(timeIntervalSince1970: 1_772_366_400)

  private func rule(_ turn: Int64, of current: Int64, after seconds: TimeInterval?) -> RefreshRule {
    RefreshRule(
      turn: turn, current: current, refreshedAt: seconds.map { start.addingTimeInterval(-$0) },
      signedInAt: start.addingTimeInterval(-3600), now: start)
  }

  @Test func theCurrentTokenBeginsTheNextTurn() {
    #expect(rule(0, of: 0, after: nil) == .next(turn: 1))
    #expect(rule(7, of: 7, after: 86_400) == .next(turn: 8))
  }

  @Test func theTokenBeforeGetsTheCurrentOneAtAnyTime() {
    #expect(rule(6, of: 7, after: 1) == .current(turn: 7))
    #expect(rule(6, of: 7, after: 86_400) == .current(turn: 7))
  }

  @Test func anOlderTokenGetsTheCurrentOneWithinTheInterval() {
    #expect(rule(5, of: 7, after: 0) == .current(turn: 7))
    #expect(rule(0, of: 7, after: 9.9) == .current(turn: 7))
    // Another host's clock may be ahead.
    #expect(rule(0, of: 7, after: -5) == .current(turn: 7))
  }

  @Test func anOlderTokenAfterTheIntervalIsReuse() {
    #expect(rule(5, of: 7, after: 10) == .reuse)
    #expect(rule(0, of: 2, after: 3600) == .reuse)
    #expect(rule(0, of: 2, after: nil) == .reuse)
  }

  @Test func aSessionThatIsNotRefreshedForThirtyDaysExpires() {
    let days: TimeInterval = 86_400
    #expect(rule(7, of: 7, after: 30 * days) == .next(turn: 8))
    #expect(rule(7, of: 7, after: 30 * days + 1) == .expired)
    #expect(rule(6, of: 7, after: 31 * days) == .expired)
    let old = start.addingTimeInterval(-31 * days)
    // Without a refresh the age is that of the sign-in, and with one that of the refresh.
    #expect(RefreshRule(turn: 0, current: 0, refreshedAt: nil, signedInAt: old, now: start) == .expired)
    #expect(RefreshRule(turn: 1, current: 1, refreshedAt: start, signedInAt: old, now: start) == .next(turn: 2))
  }

  @Test func aLaterTokenIsUnknown() {
    #expect(rule(8, of: 7, after: 1) == .unknown)
    #expect(rule(.max, of: 0, after: nil) == .unknown)
    // A difference out of range must not trap.
    #expect(rule(.min, of: .max, after: nil) == .unknown)
  }

  @Test func tokensAreReadAsTheyAreWritten() throws {
    for turn in [0, 1, 255, 256, 1 << 40, Int64.max] {
      let token = RefreshToken(session: UUID(), turn: turn)
      #expect(try RefreshToken(token.text(key: key), key: key) == token)
    }
  }

  @Test func anAlteredTokenIsRefused() throws {
    let text = RefreshToken(session: UUID(), turn: 3).text(key: key)
    for index in text.indices {
      var altered = text
      altered.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
      #expect(throws: AuthError.self) { try RefreshToken(altered, key: key) }
    }
    #expect(throws: AuthError.noRefreshToken) { try RefreshToken(text, key: RefreshToken.key(secret: "another")) }
  }

  @Test(arguments: ["", "abc", "abcdefghijkl", String(repeating: "A", count: 5000), "ä", "AAAA=", "A.B.C"])
  func aMalformedTokenIsRefused(text: String) {
    #expect(throws: AuthError.malformedRefreshToken) { try RefreshToken(text, key: key) }
  }
}
