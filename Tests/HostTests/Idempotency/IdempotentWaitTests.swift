import Edge
import Foundation
import Loop
import Testing

@testable import Host

/// Requests with one key at the same time, on either engine.
@Suite(.timeLimit(.minutes(20))) struct IdempotentWaitTests {
  /// How often 32 callers race; `make test` has time for few.
  private static let rounds =
    ProcessInfo.processInfo.environment["SWIFTLET_IDEMPOTENCY_ROUNDS"].flatMap(Int.init) ?? 20

  @Test func ofThirtyTwoRequestsOneRuns() async throws {
    try await SharedHosts.run { (host) async throws in
      for round in 1...Self.rounds {
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
          for _ in 0..<32 { group.addTask { try await host.call("record", key: "round \(round)".quoted) } }
          return try await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        #expect(Set(answers.map(\.body)) == [#"{"note":"a","run":\#(round)}"#])
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(answers.filter(\.isReplayed).count == 31)
      }
      #expect(host.effects.runs.value == Self.rounds)
      #expect(try await host.notes().count == Self.rounds)
      #expect(host.hosts[0].dispatcher.idempotentCalls.inHand.current == (0, 0))
    }
  }

  @Test func aSecondRequestWaitsForTheFirst() async throws {
    try await SharedHosts.run { (host) async throws in
      async let first = host.call("hold", key: "k")
      _ = await host.effects.holds.value()
      async let second = host.call("hold", key: "k")
      await host.untilWaiting(1)
      #expect(try await host.call("hold", "other", key: "k").status == 422)
      host.effects.mayEnd.fulfil(true)
      #expect(try await !first.isReplayed)
      #expect(try await second.isReplayed)
      #expect(host.effects.runs.value == 1)
      #expect(try await host.notes() == ["a"])
    }
  }

  @Test func theWaitIsBounded() async throws {
    try await SharedHosts.run(patience: 0.05) { (host) async throws in
      async let first = host.call("hold", key: "k")
      _ = await host.effects.holds.value()
      let second = try await host.call("hold", key: "k")
      #expect(second.verdict == "409 IDEMPOTENCY_KEY_IN_USE")
      #expect(second["retry-after"] == "1")
      host.effects.mayEnd.fulfil(true)
      #expect(try await first.status == 200)
      #expect(try await host.call("hold", key: "k").isReplayed)
    }
  }

  @Test func afterAFailureOfTheHostTheNextOneRuns() async throws {
    try await SharedHosts.run { (host) async throws in
      async let first = host.call("hold", "fail", key: "k")
      _ = await host.effects.holds.value()
      async let second = host.call("hold", "fail", key: "k")
      async let third = host.call("hold", "fail", key: "k")
      await host.untilWaiting(2)
      host.effects.mayEnd.fulfil(true)
      #expect(try await first.status == 503)
      let (two, three) = (try await second, try await third)
      #expect((two.status, three.status) == (200, 200))
      #expect(two.isReplayed != three.isReplayed)
      #expect(host.effects.runs.value == 2)
      #expect(try await host.notes() == ["fail"])
    }
  }

  @Test func aClientThatLeavesLeavesNothing() async throws {
    try await SharedHosts.run { (host) async throws in
      let first = Task { try await host.call("hold", key: "k") }
      _ = await host.effects.holds.value()
      let waiting = Task { try await host.call("hold", key: "k") }
      await host.untilWaiting(1)
      waiting.cancel()
      #expect(try await waiting.value.status == 409)
      first.cancel()
      host.effects.mayEnd.fulfil(true)
      _ = try await first.value
      let answer = try await host.call("hold", key: "k")
      #expect(answer.status == 200)
      #expect(try await host.notes() == ["a"])
    }
  }

  @Test func twoHostsLeaveOneEffect() async throws {
    try await SharedHosts.run(2) { (host) async throws in
      async let first = host.call("hold", key: "k", on: 0)
      _ = await host.effects.holds.value()
      async let second = host.call("hold", key: "k", on: 1)
      host.effects.mayEnd.fulfil(true)
      let answers = [try await first, try await second]
      #expect(answers.map(\.status) == [200, 200])
      #expect(answers.filter(\.isReplayed).count == 1)
      #expect(Set(answers.map(\.body)).count == 1)
      #expect(try await host.notes() == ["a"])
      for number in 0...1 { #expect(try await host.call("hold", key: "k", on: number).isReplayed) }
    }
  }

  @Test func manyRequestsOnTwoHostsLeaveOneEffect() async throws {
    try await SharedHosts.run(2) { (host) async throws in
      for round in 1...5 {
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
          for number in 0..<16 { group.addTask { try await host.call("record", key: "k\(round)", on: number % 2) } }
          return try await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(Set(answers.map(\.body)).count == 1)
        #expect(answers.filter(\.isReplayed).count == 15)
      }
      #expect(try await host.notes().count == 5)
    }
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
