import Curl
import HTTPCalls
import HTTPTypes
import NIOCore
import Testing

@Suite("Connections, cancellation and shutdown", .timeLimit(.minutes(10)))
struct LifecycleTests {
  @Test("one connection serves one request after the other")
  func reuse() async throws {
    try await withServer({ connection in
      while connection.read() != nil { connection.respond("200 OK", [], "x") }
    }) { server, client in
      for _ in 0..<20 {
        let response = try await client.get(server.url)
        #expect(response.status == .ok)
      }
      #expect(server.accepts == 1)
    }
  }

  @Test("a connection that was closed while idle is replaced")
  func idle() async throws {
    let closed = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      connection.respond("200 OK", [], "x")
      closed.send(true)
    }) { server, client in
      for _ in 0..<3 {
        let response = try await client.get(server.url)
        #expect(response.status == .ok)
        _ = try await closed.next()
      }
      #expect(server.accepts == 3)
    }
  }

  @Test("many requests at once, each with its own answer", arguments: [200, 600])
  func many(count: Int) async throws {
    try await withServer({ connection in
      while let request = connection.read() {
        connection.respond("200 OK", [], request.path)
      }
    }) { server, client in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<count {
          group.addTask {
            let response = try await client.get("\(server.url)/\(index)")
            return String(buffer: response.body) == "/\(index)"
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test("a request that waits for a connection has a time limit", arguments: [false, true])
  func waiting(isStreamed: Bool) async throws {
    let release = Gate()
    let server = try TestServer { connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      release.wait()
    }
    let client = HTTPClient(maximumConnections: 1)
    let held = try await client.stream(HTTPClient.Request(url: server.url))
    var request = HTTPClient.Request(url: server.url)
    request.timeout = .milliseconds(50)
    let waiting = request
    try await expectFailure(.timedOut) {
      if isStreamed { _ = try await client.stream(waiting) } else { _ = try await client.send(waiting) }
    }
    #expect(server.accepts == 1)
    withExtendedLifetime(held) {}
    release.open()
    await client.shutdown()
    server.stop()
  }

  @Test("cancellation ends the request and closes its connection at once")
  func cancellation() async throws {
    let events = Events(of: String.self)
    try await withServer({ connection in
      _ = connection.read()
      events.send("request")
      events.send(connection.read() == nil ? "closed" : "more")
    }) { server, client in
      let url = server.url
      let task = Task { try await client.get(url) }
      let first = try await events.next()
      #expect(first == "request")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await events.next() == "closed")
    }
  }

  @Test("a task that is cancelled already sends nothing to the end")
  func cancelledBefore() async throws {
    try await withServer({ connection in while connection.read() != nil {} }) { server, client in
      let url = server.url
      let task = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await client.get(url)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("cancellations race with answers, and each request ends once")
  func races() async throws {
    try await withServer({ connection in
      while connection.read() != nil { connection.respond("200 OK", [], "x") }
    }) { server, client in
      let url = server.url
      for _ in 0..<200 {
        let task = Task { try await client.get(url) }
        let canceller = Task { task.cancel() }
        switch await task.result {
        case .success(let response): #expect(response.status == .ok)
        case .failure(let error): #expect(error is CancellationError)
        }
        await canceller.value
      }
    }
  }

  @Test("shutdown fails what is in flight, and what comes later")
  func shutdown() async throws {
    let started = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      started.send(true)
      _ = connection.read()
    }) { server, client in
      let url = server.url
      let tasks = (0..<10).map { _ in Task { try await client.get(url) } }
      for _ in tasks { _ = try await started.next() }
      async let second: Void = client.shutdown()
      await client.shutdown()
      await second
      for task in tasks { try await expectFailure(.shutdown) { try await task.value } }
      try await expectFailure(.shutdown) { try await client.get(url) }
      await client.shutdown()
    }
  }

  @Test("shutdown of a client that was never used")
  func unused() async throws {
    let client = HTTPClient()
    await client.shutdown()
    try await expectFailure(.shutdown) { try await client.get("http://127.0.0.1:1/") }
  }

  @Test("a dropped client closes its connections")
  func dropped() async throws {
    let closed = Events(of: Bool.self)
    let server = try TestServer { connection in
      _ = connection.read()
      connection.respond("200 OK", [], "x")
      closed.send(connection.read() == nil)
    }
    _ = try await HTTPClient().get(server.url)
    #expect(try await closed.next())
    server.stop()
  }
}
