import Synchronization
import Testing

@testable import Simulator

/// The server's handling of HTTP/2 limits, frames and other protocols.
@Suite(.timeLimit(.minutes(10))) struct ProtocolTests {
  @Test func streamsThatAreOpenedBeforeTheLimitIsReadAreServed() async throws {
    try await withSimulator { simulator, listening in
      let client = try await TestClient.connect(listening.port, caFile: listening.caFile) { client in
        for _ in 0..<5 { try client.push() }
      }
      for stream in stride(from: 1, to: 10, by: 2) { #expect(await client.outcome(stream) == .answered(200, "")) }
      #expect(client.state.withLock { $0.events } == [.maxConcurrentStreams(1), .maxConcurrentStreams(1000)])
      await client.close()
    }
  }

  @Test func aHeaderListThatIsTooLargeEndsTheConnection() async throws {
    try await withFaults([]) { simulator, client in
      client.send("POST", "/3/device/aabb", [("x-filler", String(repeating: "x", count: 20_000))])
      await client.waitForTheEnd()
      #expect(client.state.withLock { $0.events.contains { if case .goAway = $0 { true } else { false } } })
      #expect(simulator.status.requests == 0)
    }
  }

  @Test func manyPingsAreAnswered() async throws {
    try await withFaults([]) { simulator, client async throws in
      await client.wait(for: .maxConcurrentStreams(1))
      let ping: [UInt8] = [0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
      for _ in 0..<10 { client.writeFrames(Array(repeatElement(ping, count: 1000).joined())) }
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
    }
  }

  @Test func anotherProtocolEndsOnlyItsConnection() async throws {
    try await withFaults([]) { simulator, client async throws in
      // TLS with another protocol, and no TLS at all.
      let listening = try await simulator.waitUntilListening()
      _ = try await run(["curl", "--silent", "--http1.1", "--cacert", listening.caFile, listening.url])
      let plain = "http://127.0.0.1:\(listening.port)/"
      let output = try await run(["curl", "--silent", "--write-out", "%{http_code}", plain])
      #expect(output == "000")
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      #expect(simulator.status.requests == 1)
    }
  }

  /// A body that waits for the client's flow control window is sent before the connection ends after its GOAWAY.
  @Test func aLargeAnswerIsCompleteBeforeADrainedConnectionEnds() async throws {
    try await withFaults([
      .init(count: 100, faults: []), .init(count: 1, faults: [.init(.goAway(.none))]),
    ]) { simulator, client async throws in
      let text = String(repeating: "x", count: 4000)
      for _ in 0..<100 {
        #expect(try await client.outcome(client.push(body: #"{"aps":{"alert":"\#(text)"}}"#)) == .answered(200, ""))
      }
      await client.wait(for: .maxConcurrentStreams(1000))
      let list = client.send("GET", "/_simulator/notifications")
      let last = try client.push()
      #expect(await client.outcome(list) == .answered(200, ""))
      #expect(client.body(list).utf8.count > 400_000)
      #expect(await client.outcome(last) == .answered(200, ""))
      await client.wait(for: .closed(clean: true))
    }
  }
}
