import Foundation
import Testing

@testable import Host

@Suite struct AnswerAllowanceTests {
  private let start = Date(timeIntervalSince1970: 0)

  private func answer(_ bytes: Int) -> StoredAnswer {
    StoredAnswer(
      payload: PayloadDigest(bytes: [1]), status: 200, fields: nil, body: [UInt8](repeating: 1, count: bytes))
  }

  @Test func aCallerWaitsForTheEndOfItsDay() {
    var allowance = AnswerAllowance(bytes: 1000)
    let caller = AnswerAllowance.Caller.network(nil)
    #expect(allowance.wait(of: caller, at: start) == nil)
    allowance.add(answer(500), of: caller, at: start)
    #expect(allowance.wait(of: caller, at: start) == nil)
    allowance.add(answer(0), of: caller, at: start + 3600)
    #expect(allowance.wait(of: caller, at: start + 3600) == 82_800)
    #expect(allowance.wait(of: .user(UUID()), at: start + 3600) == nil)
    #expect(allowance.wait(of: caller, at: start + 86_400) == nil)
    allowance.add(answer(0), of: caller, at: start + 86_400)
    #expect(allowance.wait(of: caller, at: start + 86_400) == nil)
  }

  @Test func callersWhoTakeMuchAreRememberedLongest() {
    var allowance = AnswerAllowance(bytes: 1000, callers: 3)
    let caller = AnswerAllowance.Caller.user(UUID())
    allowance.add(answer(1000), of: caller, at: start)
    for _ in 0..<9 { allowance.add(answer(1), of: .user(UUID()), at: start) }
    #expect(allowance.wait(of: caller, at: start) == 86_400)
  }
}
