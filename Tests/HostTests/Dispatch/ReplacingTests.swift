import Edge
import Testing

@testable import Host

@Suite struct ReplacingTests {
  private func function(_ name: String, _ answer: String) -> Function<OpenAccess, Never> {
    Function(name, access: .anyone) { _ in answer }
  }

  private func replace(_ host: FunctionHost, by functions: [any Endpoint]) throws {
    let configuration = host.dispatcher.served.current.configuration
    host.serve(try host.state(of: ServedFunctions(functions: functions), configuration))
  }

  @Test func newRequestsGetTheNewFunctions() async throws {
    try await withHarness(functions: [function("greet", "old"), function("gone", "1")]) { harness in
      #expect(try await harness.post("/functions/v1/greet", "").body == #""old""#)
      try replace(harness.host, by: [function("greet", "new"), function("more", "1")])
      #expect(try await harness.post("/functions/v1/greet", "").body == #""new""#)
      #expect(try await harness.post("/functions/v1/gone", "").status == 404)
      #expect(try await harness.post("/functions/v1/more", "").status == 200)
    }
  }

  @Test func aRequestInHandKeepsItsFunction() async throws {
    let (begun, release) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let slow = Function("greet", access: .anyone) { _ in
      begun.continuation.yield()
      for await _ in release.stream { break }
      return "old"
    }
    try await withHarness(functions: [slow]) { harness in
      async let answer = harness.post("/functions/v1/greet", "")
      for await _ in begun.stream { break }
      try replace(harness.host, by: [function("greet", "new")])
      release.continuation.yield()
      #expect(try await answer.body == #""old""#)
    }
  }

  @Test func refusedFunctionsChangeNothing() async throws {
    try await withHarness(functions: [function("greet", "old")]) { harness in
      #expect(throws: CatalogueError.self) {
        try replace(harness.host, by: [function("greet", "new"), function("greet", "newer")])
      }
      let answer = try await harness.post("/functions/v1/greet", "")
      #expect(answer.body == #""old""#)
    }
  }

  @Test func countsOfALimitSurviveAReplacement() async throws {
    let limited = function("greet", "1").limited(CallLimit(2, per: .seconds(3600), by: .function), as: "slow")
    try await withHarness(functions: [limited]) { harness in
      #expect(try await harness.post("/functions/v1/greet", "").status == 200)
      try replace(harness.host, by: [limited])
      #expect(try await harness.post("/functions/v1/greet", "").status == 200)
      #expect(try await harness.post("/functions/v1/greet", "").status == 429)
    }
  }

  @Test func readersOfAllLoopsSeeAReplacement() {
    final class Box: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let replaceable = Replaceable(Box(1), stripes: 3)
    #expect(replaceable.replace(with: Box(2)).number == 1)
    #expect(replaceable.current.number == 2)
    #expect((0..<4).map { replaceable.current(on: $0).number } == [2, 2, 2, 2])
  }
}
