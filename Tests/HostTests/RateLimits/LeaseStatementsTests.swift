import Edge
import Testing

@testable import Host

/// The questions of one statement.
@Suite struct LeaseStatementsTests {
  private func question(_ limiter: SharedLimiter, _ key: LimitKey, want: Int) -> SharedLimiter.Question {
    SharedLimiter.Question(
      limiter: limiter, key: key, rule: LeaseRule(limiter.rate, hosts: 1, isSettled: true),
      question: LeaseUse.Question(debt: 0, want: want))
  }

  @Test func aStatementAsksForAKeyOnce() {
    let state = LeaseState()
    let limiters = [CallLimit.perMinute(100), .perMinute(50)].map {
      SharedLimiter(name: "all", rate: CellRate($0), state: state)
    }
    let questions = [
      question(limiters[0], .all, want: 1), question(limiters[0], .name("a"), want: 2),
      question(limiters[1], .all, want: 3), question(limiters[1], .name("b"), want: 4),
    ]
    #expect(questions.statements.map { $0.map(\.question.want) } == [[1, 2, 4], [3]])
    #expect([SharedLimiter.Question]().statements.isEmpty)
  }
}
