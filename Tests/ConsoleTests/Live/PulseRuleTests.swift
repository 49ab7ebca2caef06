import Testing

@testable import Console

@Suite struct PulseRuleTests {
  @Test func theFirstPulseIsDueAtOnce() {
    #expect(PulseRule().wait(at: .seconds(5), isChanged: false) == .zero)
  }

  @Test func aChangeIsShownAfter150Milliseconds() {
    var rule = PulseRule()
    rule.begin(at: .seconds(5))
    #expect(rule.wait(at: .seconds(5), isChanged: true) == .milliseconds(150))
    #expect(rule.wait(at: .milliseconds(5150), isChanged: true) == .zero)
  }

  @Test func withoutAChangeThePagesAreRenderedEachSecond() {
    var rule = PulseRule()
    rule.begin(at: .seconds(5))
    #expect(rule.wait(at: .milliseconds(5400), isChanged: false) == .milliseconds(600))
    #expect(rule.wait(at: .seconds(7), isChanged: false) == .zero)
  }

  @Test func slowPagesAreRenderedLessOften() {
    var rule = PulseRule()
    rule.begin(at: .zero)
    for _ in 0..<3 { rule.add(.milliseconds(10)) }
    #expect(rule.wait(at: .zero, isChanged: true) == .milliseconds(1200))
    #expect(rule.wait(at: .zero, isChanged: false) == .milliseconds(1200))
    rule.add(.milliseconds(100))
    #expect(rule.wait(at: .zero, isChanged: true) == .seconds(5))
    rule.begin(at: .seconds(1))
    #expect(rule.wait(at: .seconds(1), isChanged: true) == .milliseconds(150))
  }
}
