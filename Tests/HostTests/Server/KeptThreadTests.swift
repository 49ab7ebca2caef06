import Dispatch
import Edge
import Foundation
import NIOCore
import Testing

@testable import Host

/// Handlers that block or compute for long delay only their own callers.
@Suite(.timeLimit(.minutes(10))) struct KeptThreadTests {
  @Test func otherRequestsAreAnswered() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let keeps = Function.raw("keeps", access: .anyone) { _, _ in
      begin.yield()
      gate.wait()
      return .text("kept")
    }
    try await withLiveHost(functions: [keeps, Handlers.echo]) { host in
      // More than there are loops.
      let keepers = System.coreCount * 2 + 1
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<keepers {
          group.addTask {
            var body = ""
            try await withConnection(to: host.port) { client in
              try await client.send("GET /functions/v1/keeps HTTP/1.1\r\nHost: x\r\n\r\n")
              body = await client.readResponse().body
            }
            return body
          }
        }
        var begins = begun.makeAsyncIterator()
        for _ in 0..<keepers { await begins.next() }
        for number in 0..<keepers {
          try await withConnection(to: host.port) { client in
            try await client.send("GET /functions/v1/echo/\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.readResponse().body == "GET /\(number)|-|")
          }
        }
        for _ in 0..<keepers { gate.signal() }
        for try await body in group { #expect(body == "kept") }
      }
    }
  }

  /// After the first call, which blocked a loop, the next ones are on other threads. Another function stays on a loop.
  @Test func itsNextCallsAreOnOtherThreads() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream<String>.makeStream()
    let keeps = Function.raw("keeps", access: .anyone) { _, _ in
      begin.yield(Self.threadName())
      gate.wait()
      return .text("kept")
    }
    let quick = Function.raw("quick", access: .anyone) { _, _ in .text(Self.threadName()) }
    try await withLiveHost(functions: [keeps, quick]) { host in
      try await withConnection(to: host.port) { client in
        var begins = begun.makeAsyncIterator()
        try await client.send("GET /functions/v1/keeps HTTP/1.1\r\nHost: x\r\n\r\n")
        let first = await begins.next()
        #expect(first?.hasPrefix("swiftlet-http") == true)
        // It is answered when another thread has taken the loop over.
        try await withConnection(to: host.port) { other in
          try await other.send("GET /functions/v1/quick HTTP/1.1\r\nHost: x\r\n\r\n")
          #expect(await other.readResponse().body.hasPrefix("swiftlet-http"))
        }
        gate.signal()
        #expect(await client.readResponse().body == "kept")
        try await client.send("GET /functions/v1/keeps HTTP/1.1\r\nHost: x\r\n\r\n")
        let second = await begins.next()
        #expect(second == "swiftlet-block")
        gate.signal()
        #expect(await client.readResponse().body == "kept")
      }
    }
  }

  /// More jobs than Swift's pool has threads begin, though none of them ends.
  @Test func jobsKeepNoThreadOfSwiftsPool() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let keeps = Function("keeps", access: .serviceRole) { _ in
      begin.yield()
      gate.wait()
      return NoContent()
    }
    try await withHarness(functions: [keeps]) { harness in
      let keepers = System.coreCount * 2 + 1
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<keepers {
          group.addTask {
            try await harness.host.run(
              JobInvocation(
                of: keeps, id: InvocationID(at: harness.clock.now), trigger: .enqueue,
                run: JobRun(id: Int64(number), attempt: 1, maximumAttempts: 3, scheduledAt: harness.clock.now),
                deadline: .distantFuture, logger: harness.logs.logger))
          }
        }
        var begins = begun.makeAsyncIterator()
        for _ in 0...System.coreCount { await begins.next() }
        for _ in 0..<keepers { gate.signal() }
        try await group.waitForAll()
      }
    }
  }

  private static func threadName() -> String { Thread.current.name ?? "" }

  /// The client is answered at the timeout, also if the handler goes on.
  @Test func itsCallerIsAnsweredAtTheTimeout() async throws {
    let gate = DispatchSemaphore(value: 0)
    let keeps = Function.raw("keeps", access: .anyone) { _, _ in
      gate.wait()
      return .text("too late")
    }
    try await withLiveHost(functions: [keeps]) {
      $0.limits.idleTimeout = 0.1
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send("GET /functions/v1/keeps HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readResponse().verdict == "504 IDLE_TIMEOUT")
        #expect(await client.isAtEnd())
      }
      gate.signal()
    }
  }
}
