import Foundation
import Push
import SeededRandom
import Testing

@testable import APNs

@Suite struct ProviderTokenStateTests {
  /// The state with a test clock and a counter of signatures.
  private struct Scene {
    var state = ProviderTokenState()
    let start = ContinuousClock.now
    var signed = 0
    /// How far the system clock was set since the start, in seconds.
    var step = 0.0

    /// The token in use after a number of seconds.
    mutating func token(_ seconds: Int) throws(PushError) -> ProviderToken {
      var made = 0
      let token = try state.token(
        at: start.advanced(by: .seconds(seconds)), date: Date(timeIntervalSince1970: Double(seconds) + step)
      ) {
        made += 1
        return "t"
      }
      signed += made
      return token
    }
  }

  private static let minute = 60

  @Test func oneTokenIsSharedForFiftyMinutes() throws {
    var scene = Scene()
    let first = try scene.token(0)
    #expect(first.authorization == "bearer t")
    #expect(try scene.token(0) == first)
    #expect(try scene.token(50 * Self.minute - 1) == first)
    #expect(scene.signed == 1)
    #expect(try scene.token(50 * Self.minute).number == 1)
    #expect(try scene.token(100 * Self.minute - 1).number == 1)
    #expect(try scene.token(100 * Self.minute).number == 2)
    #expect(try scene.token(10_000 * Self.minute).number == 3)
    #expect(scene.signed == 4)
  }

  @Test func expiryRenewsAtTwentyMinutesAndNotBefore() throws {
    var scene = Scene()
    let first = try scene.token(0)
    scene.state.expired(first)
    #expect(try scene.token(20 * Self.minute - 1) == first)
    scene.state.expired(first)
    let second = try scene.token(20 * Self.minute)
    #expect(second.number == 1)
    #expect(try scene.token(20 * Self.minute + 1) == second)
    // Hundreds of late answers about the first token change nothing.
    scene.state.expired(first)
    #expect(try scene.token(60 * Self.minute) == second)
    #expect(try scene.token(70 * Self.minute).number == 2)
    #expect(scene.signed == 3)
  }

  @Test func anExpiryOfTheTokenInUseRenewsOnce() throws {
    var scene = Scene()
    let first = try scene.token(0)
    scene.state.expired(first)
    scene.state.expired(first)
    let second = try scene.token(30 * Self.minute)
    #expect(second.number == 1)
    #expect(try scene.token(30 * Self.minute + 1) == second)
    // The mark of expiry was removed with the old token.
    #expect(try scene.token(51 * Self.minute) == second)
  }

  @Test(arguments: [61.0, -61, 7200, -7200]) func expiryRenewsAtOnceIfTheClockWasSet(step: Double) throws {
    var scene = Scene()
    let first = try scene.token(0)
    scene.step = step
    #expect(try scene.token(1) == first, "a step alone renews nothing")
    scene.state.expired(first)
    let second = try scene.token(1)
    #expect(second.number == 1)
    #expect(second.issuedAt == Date(timeIntervalSince1970: 1 + step))
    // The step was before this token: its expiry waits 20 minutes.
    scene.state.expired(second)
    #expect(try scene.token(20 * Self.minute) == second)
    #expect(try scene.token(20 * Self.minute + 1).number == 2)
  }

  @Test(arguments: [59.0, -59]) func expiryWaitsTwentyMinutesIfTheClockOnlyDrifted(drift: Double) throws {
    var scene = Scene()
    let first = try scene.token(0)
    scene.step = drift
    scene.state.expired(first)
    #expect(try scene.token(20 * Self.minute - 1) == first)
    #expect(try scene.token(20 * Self.minute).number == 1)
  }

  @Test func tooManyUpdatesReturnsToThePreviousTokenWhileItIsValid() throws {
    var scene = Scene()
    let first = try scene.token(0)
    let second = try scene.token(50 * Self.minute)
    scene.state.updatesRefused(second)
    #expect(try scene.token(50 * Self.minute) == first)
    scene.state.updatesRefused(second)
    #expect(try scene.token(59 * Self.minute - 1) == first)
    #expect(try scene.token(59 * Self.minute) == second)
    #expect(try scene.token(100 * Self.minute - 1) == second)
    #expect(scene.signed == 2)
    #expect(try scene.token(100 * Self.minute).number == 2)
  }

  @Test func withoutAPreviousTokenTheTokenStays() throws {
    var scene = Scene()
    let first = try scene.token(0)
    scene.state.updatesRefused(first)
    #expect(try scene.token(1) == first)
    let second = try scene.token(50 * Self.minute)
    // The answer is about a token that is no longer in use.
    scene.state.updatesRefused(first)
    #expect(try scene.token(50 * Self.minute) == second)
    // The old one is too old to go back to.
    let third = try scene.token(100 * Self.minute)
    scene.state.updatesRefused(third)
    #expect(try scene.token(109 * Self.minute) == third)
    #expect(scene.signed == 3)
  }

  @Test func anOldTokenThatExpiresGivesWayToTheNewest() throws {
    var scene = Scene()
    let first = try scene.token(0)
    let second = try scene.token(50 * Self.minute)
    scene.state.updatesRefused(second)
    #expect(try scene.token(51 * Self.minute) == first)
    scene.state.expired(first)
    #expect(try scene.token(51 * Self.minute) == second)
    // A token that Apple called expired is not used again.
    var other = Scene()
    let expired = try other.token(0)
    other.state.expired(expired)
    let renewed = try other.token(20 * Self.minute)
    other.state.updatesRefused(renewed)
    #expect(try other.token(20 * Self.minute) == renewed)
  }

  @Test func noTwoTokensAreSignedWithinTwentyMinutesAfterAnyAnswers() throws {
    var scene = Scene()
    var generator = SeededGenerator(state: 1)
    var last: (number: Int, second: Int)?
    for second in stride(from: 0, to: 24 * 60 * Self.minute, by: 7) {
      let token = try scene.token(second)
      #expect(scene.start.advanced(by: .seconds(second)) - token.signedAt < .seconds(3600))
      if scene.signed - 1 != last?.number ?? -1 {
        if let last { #expect(second - last.second >= 20 * Self.minute) }
        last = (scene.signed - 1, second)
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: scene.state.expired(token)
      case 1: scene.state.updatesRefused(token)
      default: break
      }
    }
    #expect(scene.signed >= 24)
  }

  @Test func aFailureToSignLeavesTheStateAsItWas() throws {
    var state = ProviderTokenState()
    let (start, date) = (ContinuousClock.now, Date())
    let failure = PushError(.invalidCredentials, field: "private key", "")
    #expect(throws: failure) { try state.token(at: start, date: date) { () throws(PushError) in throw failure } }
    #expect(try state.token(at: start, date: date) { "a" }.number == 0)
    #expect(throws: failure) {
      try state.token(at: start.advanced(by: .seconds(3000)), date: date) { () throws(PushError) in throw failure }
    }
    #expect(try state.token(at: start.advanced(by: .seconds(3001)), date: date) { "b" }.number == 1)
  }
}
