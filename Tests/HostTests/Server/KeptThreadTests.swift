import Dispatch
import Edge
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
