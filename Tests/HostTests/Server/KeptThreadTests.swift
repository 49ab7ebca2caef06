import Dispatch
import Edge
import Foundation
import NIOCore
import Testing

@testable import Host
@testable import Loop

/// Handlers that block or compute for long delay only their own callers.
@Suite(.timeLimit(.minutes(10))) struct KeptThreadTests {
  @Test func otherRequestsAreAnswered() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream<Void>.makeStream()
    // More than there are loops. Each is a function of its own, because one that blocks often leaves the loops.
    let keepers = System.coreCount * 2 + 1
    let keeps = (0..<keepers).map { number in
      Function.raw("keeps_\(number)", access: .anyone) { _, _ in
        begin.yield()
        gate.wait()
        return .text("kept")
      }
    }
    try await withLiveHost(functions: keeps + [Handlers.echo]) { host in
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<keepers {
          group.addTask {
            var body = ""
            try await withConnection(to: host.port) { client in
              try await client.send("GET /functions/v1/keeps_\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
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

  /// After three calls that have blocked a loop the next ones are on other threads.
  @Test func itsNextCallsAreOnOtherThreads() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream<String>.makeStream()
    let keeps = Function.raw("keeps", access: .anyone) { _, _ in
      begin.yield(Self.threadName())
      gate.wait()
      return .text("kept")
    }
    try await withLiveHost(functions: [keeps]) { host in
      let code = try #require(host.harness.host.dispatcher.served.current.catalogue.functions["keeps"]).code
      try await withConnection(to: host.port) { client in
        var begins = begun.makeAsyncIterator()
        for _ in 0..<3 {
          let score = code.score
          try await client.send("GET /functions/v1/keeps HTTP/1.1\r\nHost: x\r\n\r\n")
          let name = await begins.next()
          #expect(name?.hasPrefix("swiftlet-http") == true)
          while code.score == score { await Task.yield() }
          gate.signal()
          #expect(await client.readResponse().body == "kept")
        }
        try await client.send("GET /functions/v1/keeps HTTP/1.1\r\nHost: x\r\n\r\n")
        let name = await begins.next()
        #expect(name == "swiftlet-block")
        gate.signal()
        #expect(await client.readResponse().body == "kept")
      }
    }
  }

  @Test(arguments: [(64 << 10, "swiftlet-http"), (64 << 10 + 1, "swiftlet-decode")])
  func aLongJSONBodyIsDecodedOnAnotherThread(length: Int, thread: String) async throws {
    let reads = Function("reads", access: .anyone) { (_: [Int], _) in [Self.threadName()] }
    try await withLiveHost(functions: [reads]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(
          "POST /functions/v1/reads HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n["
            + String(repeating: " ", count: length - 2) + "]")
        #expect(await client.readResponse().body.hasPrefix("[\"\(thread)"))
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
