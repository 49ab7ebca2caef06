import Foundation
import Testing

@testable import Console

@Suite struct InvokeResultsTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func result(_ function: String, at date: Date, body: [UInt8] = []) -> InvokeResults.Result {
    InvokeResults.Result(
      function: function, operation: function,
      request: InvokeRequest(method: "POST", target: "/functions/v1/\(function)", body: nil, caller: .anon),
      form: Form(),
      answer: InvokeAnswer(status: 200, headers: [], body: body, isCut: false, duration: .zero), at: date)
  }

  @Test func anAnswerIsKeptForAWhile() {
    let results = InvokeResults()
    let id = results.add(result("greet", at: start))
    #expect(results.result(id, at: start.addingTimeInterval(900))?.function == "greet")
    #expect(results.result(id, at: start.addingTimeInterval(901)) == nil)
    #expect(results.result("other", at: start) == nil)
  }

  @Test func theOldestOfTooManyAnswersIsForgotten() {
    let results = InvokeResults()
    let ids = (0...InvokeResults.capacity).map { results.add(result("f\($0)", at: start)) }
    #expect(results.result(ids[0], at: start) == nil)
    #expect(results.result(ids[1], at: start)?.function == "f1")
  }

  @Test func largeAnswersPushOlderOnesOut() {
    let results = InvokeResults()
    let half = [UInt8](repeating: 0, count: InvokeResults.byteLimit / 2 + 1)
    let ids = (0..<3).map { results.add(result("f\($0)", at: start, body: half)) }
    #expect(results.result(ids[0], at: start) == nil && results.result(ids[1], at: start) == nil)
    #expect(results.result(ids[2], at: start)?.function == "f2")
    let whole = results.add(result("g", at: start, body: half + half))
    #expect(results.result(whole, at: start)?.function == "g", "the last answer is kept whatever its size")
  }
}
