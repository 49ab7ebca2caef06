import Testing

@testable import Console

@Suite struct PeerAnsweringTests {
  private var rules = PeerAnswering()

  @Test mutating func aRoundIsAnsweredOnce() {
    let taken = [
      rules.take(1, of: "a", at: .zero), rules.take(1, of: "a", at: .zero), rules.take(1, of: "b", at: .zero),
      rules.take(2, of: "a", at: .zero),
    ]
    #expect(taken == [true, false, true, true])
  }

  @Test mutating func theHostsThatAskAreForgottenInTime() {
    for number in 0..<PeerAnswering.mostAskers { _ = rules.take(1, of: "\(number)", at: .zero) }
    let (new, old) = (rules.take(1, of: "x", at: .zero), rules.take(1, of: "0", at: .zero))
    #expect(new && old)
  }

  @Test mutating func nothingIsReadWhereNotificationsCome() {
    #expect(rules.pause(isNotified: true) == .seconds(3600))
    _ = rules.take(1, of: "a", at: .zero)
    #expect(rules.pause(isNotified: true) == .seconds(60))
  }

  @Test mutating func behindAPoolerQuestionsAreLookedForOftenWhileTheyCome() {
    #expect(rules.pause(isNotified: false) == .seconds(5))
    _ = rules.take(1, of: "a", at: .zero)
    #expect(rules.pause(isNotified: false) == .milliseconds(250))
  }

  @Test mutating func rowsAreRemovedOnceAfterTheLastQuestion() {
    let before = rules.cleans(at: .seconds(100))
    _ = rules.take(1, of: "a", at: .seconds(100))
    let results = [rules.cleans(at: .seconds(159)), rules.cleans(at: .seconds(160)), rules.cleans(at: .seconds(300))]
    #expect(!before)
    #expect(results == [false, true, false])
    #expect(rules.pause(isNotified: true) == .seconds(3600))
  }
}
