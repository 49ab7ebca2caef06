import Edge
import Synchronization
import Testing

@testable import Host

/// The calls of a host to its invoker.
@Suite struct InvokerUseTests {
  /// Runs functions inline, and notes their names and triggers.
  private final class Noting: Invoker {
    let invocations = Mutex<[String]>([])

    nonisolated(nonsending) func invoke(
      _ function: any Endpoint, _ request: Request, _ invocation: Invocation
    ) async throws -> Response {
      invocations.withLock { $0.append("\(function.name) \(invocation.trigger)") }
      return try await InlineInvoker().invoke(function, request, invocation)
    }
  }

  @Test func requestsAndJobsGoThroughTheSameInvoker() async throws {
    let invoker = Noting()
    let greet = Function("greet", access: .anyone) { _ in NoContent() }
    let job = Job("tidy", every: "@daily") { _ in }
    try await withHarness(functions: [greet], procedures: [greet], invoker: invoker) { harness in
      #expect(try await harness.post("/functions/v1/greet", "").status == 204)
      #expect(try await harness.post("/rest/v1/rpc/greet", "").status == 204)
      try await harness.host.run(job)
    }
    #expect(invoker.invocations.withLock { $0 } == ["greet http", "greet http", "tidy manual"])
  }

  @Test func aRefusedCallerReachesNoInvoker() async throws {
    let invoker = Noting()
    let user = Function("user", access: .user) { _ in NoContent() }
    try await withHarness(functions: [user], invoker: invoker) { harness in
      let answer = try await harness.post("/functions/v1/user", "")
      #expect(answer.status == 401)
    }
    #expect(invoker.invocations.withLock { $0 }.isEmpty)
  }
}
