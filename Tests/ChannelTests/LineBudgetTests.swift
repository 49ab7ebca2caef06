import Testing

@testable import Channel

@Suite struct LineBudgetTests {
  private let start = ContinuousClock.now

  /// Offers lines to a budget.
  ///
  /// - Returns: the number of those that it takes.
  private func offer(_ lines: Int, to budget: inout LineBudget, at now: ContinuousClock.Instant) -> Int {
    var admitted = 0
    for _ in 0..<lines where budget.admit(at: now) { admitted += 1 }
    return admitted
  }

  @Test func linesAboveTheLimitAreDroppedAndReportedOnceAfterTheirWindow() {
    var budget = LineBudget()
    let end = start + LineBudget.window
    let first = offer(100, to: &budget, at: start)
    let second = offer(7, to: &budget, at: start + .seconds(9))
    #expect(first == 100)
    #expect(second == 0)
    #expect(budget.isExhausted)
    #expect(budget.report(at: start + .seconds(9)) == nil)
    #expect(budget.report(at: end) == 7)
    let third = offer(1, to: &budget, at: end)
    #expect(third == 1)
    #expect(budget.report(at: end) == nil)
    #expect(budget.takeDropped() == nil)
  }

  @Test func whatWasDroppedLastIsSaidAtTheEnd() {
    var budget = LineBudget(lines: 200)
    let admitted = offer(203, to: &budget, at: start)
    #expect(admitted == 200)
    #expect(budget.dropped == 3)
    #expect(budget.takeDropped() == 3)
    #expect(budget.takeDropped() == nil)
  }
}
