import Edge
import Foundation
import Loop
import Synchronization
import Testing

@testable import Host

/// The list of running invocations.
@Suite(.timeLimit(.minutes(10))) struct RunningInvocationTests {
  @Test func aRequestIsListedUntilItHasEnded() async throws {
    let (entered, leave) = (Promise<Bool>(), Promise<Bool>())
    let waits = Function.raw("waits", access: .anyone) { _, _ in
      entered.fulfil(true)
      _ = await leave.value()
      return .text("done")
    }
    try await withLiveHost(functions: [waits]) { host in
      try await withConnection(to: host.port) { client in
        #expect(host.harness.host.running.isEmpty)
        try await client.send("GET /functions/v1/waits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        _ = await entered.value()
        let running = host.harness.host.running
        #expect(running.map(\.function.text) == ["waits"])
        #expect(running.map(\.job) == [nil])
        leave.fulfil(true)
        #expect(await client.readResponse()["sb-request-id"] == running.first?.id.description)
      }
      await host.beginShutdown()
      try await host.stopped()
      #expect(host.harness.host.running.isEmpty)
    }
  }

  /// So that a crash names the invocation on whatever thread its tasks run.
  @Test func everyTaskOfAnInvocationKnowsIt() async throws {
    let seen = Mutex<[InvocationID?]>([])
    let look: @Sendable () async -> Void = {
      await Task.yield()
      let id = RunningInvocation.current?.id
      seen.withLock { $0.append(id) }
    }
    let (done, background) = (Promise<Bool>(), Promise<Bool>())
    let looks = Function("looks", access: .anyone) { context in
      await look()
      async let child: Void = look()
      await child
      await Task { await look() }.value
      context.background {
        _ = await done.value()
        await look()
        background.fulfil(true)
      }
      return context.id.description
    }
    try await withLiveHost(functions: [looks]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send("POST /functions/v1/looks HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        let id = await client.readResponse()["sb-request-id"]
        done.fulfil(true)
        _ = await background.value()
        #expect(seen.withLock { $0.map { $0?.description } } == [id, id, id, id])
      }
    }
    #expect(RunningInvocation.current == nil)
  }

  @Test func aJobIsListedWithItsID() async throws {
    let listed = Mutex<[RunningInvocation]>([])
    let host = Promise<FunctionHost>()
    let works = Function("works", access: .serviceRole) { context in
      let running = await host.value().running
      listed.withLock { $0 = running }
      return context.id.description == RunningInvocation.current?.id.description
    }
    try await withHarness(functions: [works]) { harness in
      host.fulfil(harness.host)
      let id = InvocationID(at: harness.clock.now)
      try await harness.host.run(
        JobInvocation(
          of: works, id: id, trigger: .enqueue,
          run: JobRun(id: 42, attempt: 1, maximumAttempts: 3, scheduledAt: harness.clock.now),
          deadline: .distantFuture, logger: harness.logs.logger))
      #expect(listed.withLock { $0.map(\.job) } == [42])
      #expect(listed.withLock { $0.map(\.id) } == [id])
      #expect(harness.host.running.isEmpty)
    }
  }
}
