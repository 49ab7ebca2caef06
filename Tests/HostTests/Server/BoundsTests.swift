import Edge
import Foundation
import Loop
import Synchronization
import Testing

@testable import Host

/// The limits on the cost of one request.
@Suite(.timeLimit(.minutes(10))) struct BoundsTests {
  /// A length that overflows an integer must not count as a missing one.
  @Test(arguments: ["9223372036854775807", "9223372036854775808", "18446744073709551615"])
  func aLengthBeyondCounting(_ length: String) async throws {
    try await withLiveHost(functions: [Handlers.echo, Handlers.typed]) { host in
      for name in ["echo", "typed"] {
        try await withConnection(to: host.port) { client in
          try await client.send(
            "POST /functions/v1/\(name) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n{}")
          let answer = await client.readResponse()
          #expect(answer.status == 413 || answer.status == 400)
          #expect(await client.isAtEnd())
        }
      }
    }
  }

  @Test func aPreflightAsksForNoMoreThanSixtyFourNames() async throws {
    try await withHarness(functions: [Handlers.echo]) { host in
      let asked = (0..<5000).map { "x-\($0)" }.joined(separator: ",")
      let answer = try await host.send(
        .options, "/functions/v1/echo",
        headers: [
          .origin: "https://a.example", .accessControlRequestMethod: "POST", .accessControlRequestHeaders: asked,
        ])
      #expect(answer.status == 204)
      let allowed = try #require(answer["access-control-allow-headers"]).split(separator: ",")
      #expect(allowed.count == 6 + 64)
    }
  }

  @Test func aQueryHasNoMoreThanSixtyFourParameters() async throws {
    let reads = Function("reads", access: .anyone) { (input: [String: String], _) in ["count": input.count] }.readOnly()
    try await withHarness(procedures: [reads]) { host in
      let query = { (count: Int) in (0..<count).map { "p\($0)=1" }.joined(separator: "&") }
      let most = try await host.send(.get, "/rest/v1/rpc/reads?\(query(64))")
      #expect(most.body == #"{"count":64}"#)
      let tooMany = try await host.send(.get, "/rest/v1/rpc/reads?\(query(65))")
      #expect(tooMany.status == 400)
    }
  }

  /// HEAD gets the response to GET without the body, which is not written.
  @Test func aStreamIsNotWrittenForHead() async throws {
    let writes = Mutex(0)
    let pours = Function.raw("pours", access: .anyone) { _, _ in
      .stream(contentType: "text/plain") { writer in
        writes.withLock { $0 += 1 }
        try await writer.write("poured")
      }
    }
    try await withLiveHost(functions: [pours]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send("HEAD /functions/v1/pours HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readResponse(toHead: true)["content-type"] == "text/plain")
        try await client.send("GET /functions/v1/pours HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(await client.readToEnd().contains("poured"))
      }
    }
    #expect(writes.withLock { $0 } == 1)
  }

  /// The wall clock limit begins with the request, also if the client sends slowly.
  @Test func theWallClockLimitEndsARequestWithASlowBody() async throws {
    try await withLiveHost(functions: [Handlers.echo]) {
      $0.limits.wallClock = 0.3
      $0.limits.bodyTimeout = 30
      $0.limits.idleTimeout = 30
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send("POST /functions/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx")
        let answer = await client.readResponse()
        #expect(answer.verdict == "546 WORKER_RESOURCE_LIMIT")
      }
    }
  }

  @Test func aFunctionMayHaveTimesOfItsOwn() async throws {
    func hangs(_ name: String) -> any Endpoint {
      Function.raw(name, access: .anyone) { _, context in
        if name == "says" { return .text("\(Int(context.deadline.timeIntervalSince(context.clock.now).rounded()))") }
        await untilCancelled(fulfilling: Promise())
        return .text("late")
      }
    }
    try await withLiveHost(functions: [hangs("idle"), hangs("whole"), hangs("says")]) { configuration in
      for name in ["idle", "whole", "says"] { configuration.functions[name] = FunctionConfiguration() }
      configuration.functions["idle"]?.idleTimeout = 0.25
      configuration.functions["whole"]?.wallClock = 0.25
      configuration.functions["says"]?.wallClock = 1000
    } _: { host in
      for (name, status, text) in [
        ("idle", "504", "Request idle timeout limit (0.25s) reached"), ("whole", "546", "WORKER_RESOURCE_LIMIT"),
        ("says", "200", "1000"),
      ] {
        try await withConnection(to: host.port) { client in
          try await client.send("GET /functions/v1/\(name) HTTP/1.1\r\nHost: x\r\n\r\n")
          let answer = await client.readResponse()
          #expect(answer.verdict.hasPrefix(status), "\(name)")
          #expect(answer.body.contains(text), "\(name)")
        }
      }
    }
  }

  @Test func theWallClockEndsAHandler() async throws {
    let cancelled = Promise<Bool>()
    let hangs = Function.raw("hangs", access: .anyone) { _, _ in
      await untilCancelled(fulfilling: cancelled)
      return .text("late")
    }
    try await withLiveHost(functions: [hangs]) {
      $0.limits.wallClock = 0.2
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send("GET /functions/v1/hangs HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readResponse().verdict == "546 WORKER_RESOURCE_LIMIT")
      }
      #expect(await cancelled.value())
    }
  }
}
