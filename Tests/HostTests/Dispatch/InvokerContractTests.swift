import Edge
import Foundation
import HTTPTypes
import Loop
import NIOCore
import Synchronization
import Testing

@testable import Host

/// The contract of all invokers.
@Suite struct InvokerContractTests {
  static let all: [any Invoker] = [InlineInvoker()]

  private struct Name: Codable { let name: String }
  private struct Odd: Error {}

  @Test(arguments: all.indices) func theHandlersAnswerComesBack(_ index: Int) async throws {
    let greet = Function("greet", access: .anyone) { (input: Name, _) in Name(name: "Hello, \(input.name)") }
    try await withInvocation { invocation in
      var request = Request(method: .post)
      request.headers[.contentType] = "application/json"
      request.body = RequestBody([UInt8](#"{"name":"Ada"}"#.utf8))
      let answer = try await Answer(try await Self.all[index].invoke(greet, request, invocation))
      #expect(answer.status == 200)
      #expect(answer.body == #"{"name":"Hello, Ada"}"#)
    }
  }

  @Test(arguments: all.indices) func errorsKeepTheirKinds(_ index: Int) async throws {
    let refuses = Function("refuses", access: .anyone) { _ -> NoContent in throw FunctionError.notFound("NONE", "None")
    }
    let breaks = Function("breaks", access: .anyone) { _ -> NoContent in throw Odd() }
    let user = Function("user", access: .user) { _ in NoContent() }
    try await withInvocation { invocation in
      let invoker = Self.all[index]
      let request = Request(method: .post)
      let refusal = await #expect(throws: FunctionError.self) { try await invoker.invoke(refuses, request, invocation) }
      #expect(refusal?.code == "NONE")
      let fault = await #expect(throws: (any Error).self) { try await invoker.invoke(breaks, request, invocation) }
      #expect(!(fault is FunctionError) && !(fault is AdmissionError))
      await #expect(throws: AdmissionError.self) { try await invoker.invoke(user, request, invocation) }
    }
  }

  @Test(arguments: all.indices) func theHandlerSeesItsInvocation(_ index: Int) async throws {
    let seen = Mutex<[String]>([])
    let looks = Function("looks", access: .serviceRole) { context in
      seen.withLock { $0 = ["\(context.id)", "\(context.deadline)", "\(context.run?.id ?? 0)"] }
      return NoContent()
    }
    try await withInvocation { invocation in
      _ = try await Self.all[index].invoke(looks, Request(method: .post), invocation)
      let expected = ["\(invocation.id)", "\(invocation.deadline)", "42"]
      #expect(seen.withLock { $0 } == expected)
    }
  }

  @Test(arguments: all.indices) func bodiesStreamBothWays(_ index: Int) async throws {
    let echo = Function.raw("echo", access: .anyone) { request, _ in
      Response(body: ResponseBody { writer in for try await chunk in request.body { try await writer.write(chunk) } })
    }
    try await withInvocation { invocation in
      let (chunks, input) = AsyncStream<ByteBuffer>.makeStream()
      var request = Request(method: .post)
      request.body = RequestBody {
        for await chunk in chunks { return chunk }
        return nil
      }
      let response = try await Self.all[index].invoke(echo, request, invocation)
      // The handler has answered before its input is there.
      input.yield(ByteBuffer(string: "one "))
      input.yield(ByteBuffer(string: "two"))
      input.finish()
      #expect(try await Answer(response).body == "one two")
    }
  }

  @Test(arguments: all.indices) func aCancelledTaskCancelsTheHandler(_ index: Int) async throws {
    let isOpen = Promise<Void>()
    let waits = Function("waits", access: .anyone) { _ in
      isOpen.fulfil(())
      await untilCancelled(fulfilling: Promise<Bool>())
      try Task.checkCancellation()
      return NoContent()
    }
    try await withInvocation { invocation in
      let task = Task { _ = try await Self.all[index].invoke(waits, Request(method: .post), invocation) }
      await isOpen.value()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  /// An invocation of a job, with the services of a host.
  private func withInvocation(_ body: (Invocation) async throws -> Void) async throws {
    try await withHarness { harness in
      try await body(
        Invocation(
          id: InvocationID(at: harness.clock.now), trigger: .enqueue, identity: Identity(role: .serviceRole),
          deadline: .distantFuture,
          logger: harness.logs.logger,
          run: JobRun(id: 42, attempt: 1, maximumAttempts: 3, scheduledAt: harness.clock.now),
          services: harness.host.services))
    }
  }
}
