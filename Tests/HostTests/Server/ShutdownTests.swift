import Edge
import Loop
import NIOCore
import Synchronization
import Testing

@testable import Host

@Suite(.timeLimit(.minutes(10))) struct ShutdownTests {
  private static func get(_ name: String) -> String { "GET /functions/v1/\(name) HTTP/1.1\r\nHost: x\r\n\r\n" }

  @Test func requestsInHandAreFinished() async throws {
    let (entered, leave) = (Promise<Bool>(), Promise<Bool>())
    let waits = Function.raw("waits", access: .anyone) { _, _ in
      entered.fulfil(true)
      _ = await leave.value()
      return .text("finished")
    }
    try await withLiveHost(functions: [waits], configure: { $0.limits.lastRequestTimeout = 0.01 }) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("waits"))
        _ = await entered.value()
        try await withConnection(to: host.port) { idle in
          await host.beginShutdown()
          // An idle connection is closed, and no other is accepted.
          #expect(await idle.isAtEnd())
        }
        await #expect(throws: (any Error).self) {
          try await host.harness.http.get("\(host.url)/functions/v1/_internal/health")
        }
        leave.fulfil(true)
        let answer = await client.readResponse()
        #expect(answer.body == "finished")
        #expect(answer["connection"] == "close")
        #expect(await client.isAtEnd())
      }
      try await host.stopped()
    }
  }

  /// A client that connected just before the stop is answered.
  @Test func theFirstRequestOfAConnectionIsAnswered() async throws {
    try await withLiveHost(functions: [Handlers.echo], configure: { $0.limits.lastRequestTimeout = 3600 }) { host in
      try await withConnection(to: host.port) { fresh in
        try await withConnection(to: host.port) { partial in
          try await partial.send("GET /functions/v1/echo/part HTTP/1.1\r\n")
          await host.beginShutdown()
          // Once the listener is closed, the connections have been told to finish.
          while await TestSocket.isAccepted(on: host.port) {}
          try await fresh.send(Self.get("echo/fresh"))
          let answer = await fresh.readResponse()
          #expect(answer.body == "GET /fresh|-|")
          #expect(answer["connection"] == "close")
          try await partial.send("Host: x\r\n\r\n")
          #expect(await partial.readResponse().body == "GET /part|-|")
        }
      }
      try await host.stopped()
    }
  }

  @Test func anIdleClientDoesNotDelayTheStop() async throws {
    try await withLiveHost(configure: { $0.limits.lastRequestTimeout = 0.01 }) { host in
      try await withConnection(to: host.port) { silent in
        await host.beginShutdown()
        #expect(await silent.isAtEnd())
      }
      try await host.stopped()
    }
  }

  @Test func anUploadInHandIsFinished() async throws {
    let entered = Promise<Bool>()
    let reads = Function.raw("reads", access: .anyone) { request, _ in
      var count = 0
      for try await chunk in request.body {
        entered.fulfil(true)
        count += chunk.readableBytes
      }
      return .text("\(count)")
    }
    try await withLiveHost(functions: [reads]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(
          "POST /functions/v1/reads HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        _ = await entered.value()
        await host.beginShutdown()
        try await client.send("6\r\n world\r\n0\r\n\r\n")
        #expect(await client.readResponse().body == "11")
        #expect(await client.isAtEnd())
      }
      try await host.stopped()
    }
  }

  /// Queued bytes of a response are sent before the stop.
  @Test func aLargeAnswerIsFinished() async throws {
    let size = 30 << 20
    let large = Function.raw("large", access: .anyone) { _, _ in .bytes([UInt8](repeating: 0x78, count: size)) }
    try await withLiveHost(functions: [large]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("large"))
        _ = await client.readHead()
        await host.beginShutdown()
        #expect(await client.countToEnd() == size)
      }
      try await host.stopped()
    }
  }

  @Test func backgroundWorkIsDrained() async throws {
    let (started, leave) = (Promise<Bool>(), Promise<Bool>())
    let order = Mutex<[String]>([])
    let later = Function.raw("later", access: .anyone) { _, context in
      context.background {
        started.fulfil(true)
        _ = await leave.value()
        order.withLock { $0.append("done") }
      }
      return .text("answered")
    }
    try await withLiveHost(functions: [later]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("later"))
        #expect(await client.readResponse().body == "answered")
      }
      _ = await started.value()
      await host.beginShutdown()
      order.withLock { $0.append("stopping") }
      leave.fulfil(true)
      try await host.stopped()
      order.withLock { $0.append("stopped") }
    }
    let happened = order.withLock(\.self)
    #expect(happened == ["stopping", "done", "stopped"])
  }

  @Test func anErrorOfBackgroundWorkIsLogged() async throws {
    struct Late: Error {}
    let later = Function.raw("later", access: .anyone) { _, context in
      context.background { throw Late() }
      return .noContent
    }
    var logs: LogRecorder?
    var id: String?
    try await withLiveHost(functions: [later]) { host in
      logs = host.harness.logs
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("later"))
        id = await client.readResponse()["sb-request-id"]
      }
    }
    let line = try #require(logs?.all.first { $0.message == "Background work failed" })
    #expect(line.metadata["id"] == id)
    #expect(line.metadata["error"]?.contains("Late") == true)
  }

  @Test func requestsAreCancelledAfterTheGracePeriod() async throws {
    let (entered, cancelled) = (Promise<Bool>(), Promise<Bool>())
    let (backgroundEntered, backgroundCancelled) = (Promise<Bool>(), Promise<Bool>())
    let hangs = Function.raw("hangs", access: .anyone) { _, context in
      context.background {
        backgroundEntered.fulfil(true)
        await untilCancelled(fulfilling: backgroundCancelled)
      }
      _ = await backgroundEntered.value()
      entered.fulfil(true)
      await untilCancelled(fulfilling: cancelled)
      return .text("never")
    }
    try await withLiveHost(functions: [hangs]) {
      $0.gracePeriod = 0.1
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("hangs"))
        _ = await entered.value()
        await host.beginShutdown()
        #expect(await client.readToEnd().isEmpty)
      }
      #expect(await cancelled.value())
      #expect(await backgroundCancelled.value())
      try await host.stopped()
      #expect(host.harness.logs.all.contains { $0.message == "Stopped before everything in hand was done" })
    }
  }

  @Test func anIncompleteRequestIsClosedAfterTheGracePeriod() async throws {
    try await withLiveHost(functions: [Handlers.echo]) {
      $0.gracePeriod = 0.1
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send("POST /functions/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhal")
        await host.beginShutdown()
        #expect(!(await client.readToEnd()).contains("200 OK"))
      }
      try await host.stopped()
    }
  }
}
