import Testing

@testable import Channel

@Suite struct LineBudgetTests {
  private let start = ContinuousClock.now

  @Test func linesAboveTheLimitAreDroppedAndReportedOnceAfterTheirWindow() {
    var budget = LineBudget()
    for _ in 0..<100 { #expect(budget.admit(at: start)) }
    #expect(budget.isExhausted)
    for _ in 0..<7 { #expect(!budget.admit(at: start + .seconds(9))) }
    #expect(budget.report(at: start + .seconds(9)) == nil)
    #expect(budget.report(at: start + LineBudget.window) == 7)
    #expect(budget.admit(at: start + LineBudget.window))
    #expect(budget.report(at: start + LineBudget.window) == nil)
    #expect(budget.takeDropped() == nil)
  }

  @Test func whatWasDroppedLastIsSaidAtTheEnd() {
    var budget = LineBudget(lines: 200)
    for _ in 0..<200 { #expect(budget.admit(at: start)) }
    for count in 1...3 {
      #expect(!budget.admit(at: start))
      #expect(budget.dropped == count)
    }
    #expect(budget.takeDropped() == 3)
    #expect(budget.takeDropped() == nil)
  }
}
