import Foundation
import Host
import Testing

@testable import Swiftlet

/// The actions of ``StopRules`` after signals and the passing of time.
@Suite struct StopRulesTests {
  private let start = ContinuousClock.now
  private let grace = Duration.seconds(3)

  @Test func theFirstSignalStopsAndTheGracePeriodEndsTheProcess() {
    var rules = StopRules(gracePeriod: grace)
    #expect(rules.deadline == nil && rules.end == nil)
    #expect(rules.timePassed(at: start + .seconds(1000)) == nil)
    #expect(rules.signalled(SIGTERM, at: start) == .stop)
    #expect(rules.deadline == start + grace)
    #expect(rules.end == start + grace + StopRules.margin)
    #expect(rules.timePassed(at: start + grace - .milliseconds(1)) == nil)
    #expect(rules.timePassed(at: start + grace) == .report)
    #expect(rules.timePassed(at: start + grace) == nil)
    #expect(rules.end == start + grace + StopRules.margin)
    #expect(rules.timePassed(at: start + grace + StopRules.margin) == .cutOff)
    #expect(rules.deadline == nil)
  }

  @Test(arguments: [SIGTERM, SIGINT]) func anotherSignalEndsTheProcessAtOnce(_ signal: CInt) {
    var early = StopRules(gracePeriod: grace)
    #expect(early.signalled(SIGTERM, at: start) == .stop)
    #expect(early.signalled(signal, at: start + .milliseconds(1)) == .end(by: signal))
    #expect(early.deadline == nil)

    var late = StopRules(gracePeriod: grace)
    #expect(late.signalled(SIGTERM, at: start) == .stop)
    #expect(late.timePassed(at: start + grace) == .report)
    #expect(late.signalled(signal, at: start + grace) == .end(by: signal))
    #expect(late.timePassed(at: start + grace + .seconds(10)) == nil)
  }

  @Test func theMarginFitsIntoTheSecondAfterTheGracePeriod() {
    #expect(StopRules.margin + StopThread.flushTime < .seconds(1))
  }

  @Test func aHostThatMayOpenTooFewFilesSaysHowToRaiseTheLimit() throws {
    let failure = #expect(throws: Failure.self) { try OpenFiles.check(limit: 16) }
    #expect(failure?.code == .unavailable)
    #expect(failure?.message == "This process may open 16 files, and a host needs at least 64")
    #expect(failure?.hint?.contains("ulimit -n") == true)
    #expect(throws: Never.self) { try OpenFiles.check(limit: 64) }
  }
}
