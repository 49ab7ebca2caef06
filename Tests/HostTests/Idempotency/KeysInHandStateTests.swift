import Edge
import Testing

@testable import Host

/// The order of requests with one key in one process.
@Suite struct KeysInHandStateTests {
  private let answer = StoredAnswer(payload: PayloadDigest(bytes: [1]), status: 200, fields: nil, body: [7])
  private let payload = PayloadDigest(bytes: [1])

  private func id(_ text: String) throws -> KeyID {
    KeyID(try IdempotencyKey(value: [UInt8](text.utf8)[...]), of: nil, function: "f")
  }

  @Test func oneRunsAndTheOthersGetItsAnswer() throws {
    var state = KeysInHandState()
    let (key, other) = (try id("key"), try id("other"))
    #expect(state.enter(key, payload, ticket: 1) == .runs)
    #expect(state.enter(key, payload, ticket: 2) == .waits)
    #expect(state.enter(key, payload, ticket: 3) == .waits)
    #expect(state.enter(other, payload, ticket: 4) == .runs)
    #expect(state.count == 2)
    #expect(state.finish(key, answer) == [.answered(ticket: 2, answer), .answered(ticket: 3, answer)])
    #expect(state.finish(other, answer) == [])
    #expect(state.count == 0)
    // Nothing is remembered: the database has the answer.
    #expect(state.enter(key, payload, ticket: 5) == .runs)
  }

  @Test func withoutAnAnswerTheNextOneRuns() throws {
    var state = KeysInHandState()
    let key = try id("key")
    #expect(state.enter(key, payload, ticket: 1) == .runs)
    for ticket: UInt64 in 2...4 { #expect(state.enter(key, payload, ticket: ticket) == .waits) }
    #expect(state.giveUp(key, ticket: 2) == true)
    #expect(state.giveUp(key, ticket: 2) == false)
    #expect(state.finish(key, nil) == [.runs(ticket: 3)])
    // It runs, and cannot give up its wait.
    #expect(state.giveUp(key, ticket: 3) == false)
    #expect(state.enter(key, payload, ticket: 5) == .waits)
    #expect(state.finish(key, answer) == [.answered(ticket: 4, answer), .answered(ticket: 5, answer)])
    #expect(state.finish(key, nil) == [])
    #expect(state.count == 0)
  }

  @Test func anotherRequestWithTheKeyDoesNotWait() throws {
    var state = KeysInHandState()
    let key = try id("key")
    let other = PayloadDigest(bytes: [2])
    #expect(state.enter(key, payload, ticket: 1) == .runs)
    #expect(state.enter(key, other, ticket: 2) == .isReused)
    #expect(state.giveUp(key, ticket: 2) == false)
    #expect(state.finish(key, nil) == [])
    #expect(state.enter(key, other, ticket: 3) == .runs)
  }

  @Test func thousandsOfKeysAreForgotten() throws {
    var state = KeysInHandState()
    let keys = try (0..<2000).map { try id("key-\($0)") }
    for (number, key) in keys.enumerated() { #expect(state.enter(key, payload, ticket: UInt64(number)) == .runs) }
    for (number, key) in keys.enumerated() {
      #expect(state.finish(key, number.isMultiple(of: 2) ? answer : nil) == [])
    }
    #expect(state.count == 0)
  }
}
