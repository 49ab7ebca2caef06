import Foundation
import Synchronization
import Testing

@testable import Simulator

@Suite(.timeLimit(.minutes(10))) struct FaultTests {
  @Test func scriptedAnswers() async throws {
    let answers = [
      FaultAnswer(status: 429, reason: "TooManyRequests"), FaultAnswer(status: 500, reason: "InternalServerError"),
      FaultAnswer(status: 503, reason: "Shutdown"), FaultAnswer(status: 403, reason: "ExpiredProviderToken"),
      FaultAnswer(status: 410, reason: "Unregistered", ageSeconds: 31_536_000),
    ]
    let steps = answers.map { FaultScript.Step(count: 1, faults: [.init(.answer($0))]) }
    try await withFaults(steps) { simulator, client async throws in
      for answer in answers {
        #expect(try await client.outcome(client.push()) == .answered(answer.status, answer.reason))
      }
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      #expect(simulator.notifications.count == 1)
    }
  }

  @Test func settingsGoDownAndUp() async throws {
    try await withFaults([
      .init(count: 1, faults: []), .init(count: 1, faults: [.init(.settings(maxConcurrentStreams: 1))]),
      .init(count: 1, faults: [.init(.settings(maxConcurrentStreams: 500))]),
    ]) { simulator, client async throws in
      for _ in 0..<3 { #expect(try await client.outcome(client.push()) == .answered(200, "")) }
      await client.wait(for: .maxConcurrentStreams(500))
      #expect(
        client.state.withLock { $0.events } == [1, 1000, 1, 500].map { TestClient.Event.maxConcurrentStreams($0) })
      #expect(simulator.notifications.count == 3)
    }
  }

  @Test func resets() async throws {
    try await withFaults([
      .init(count: 1, faults: [.init(.reset(.refusedStream))]),
      .init(count: 1, faults: [.init(.reset(.internalError))]),
    ]) { simulator, client async throws in
      #expect(try await client.outcome(client.push()) == .reset(.refusedStream))
      #expect(try await client.outcome(client.push()) == .reset(.internalError))
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      #expect(simulator.notifications.count == 1)
    }
  }

  @Test func slowAnswersDelayNoOtherAnswer() async throws {
    try await withFaults([
      .init(count: 1, faults: []), .init(count: 1, faults: [.init(.slow(milliseconds: 3_600_000))]),
      .init(count: 1, faults: [.init(.slow(milliseconds: 50))]),
    ]) { simulator, client in
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      await client.wait(for: .maxConcurrentStreams(1000))
      try client.push()
      let slow = try client.push()
      let quick = try client.push()
      #expect(await client.outcome(quick) == .answered(200, ""))
      #expect(await client.outcome(slow) == .answered(200, ""))
      // An answer that is delayed by an hour delays no other.
      #expect(client.state.withLock { Set($0.finished) } == [1, quick, slow])
    }
  }

  @Test func silenceThenCleanCloseWithStreamsInFlight() async throws {
    try await withFaults([
      .init(count: 1, faults: []), .init(count: 2, faults: [.init(.silence)]),
      .init(count: 1, faults: [.init(.close, arrives: true)]),
    ]) { simulator, client in
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      await client.wait(for: .maxConcurrentStreams(1000))
      let inFlight = try (0..<3).map { _ in try client.push() }
      for stream in inFlight { #expect(await client.outcome(stream) == .lost) }
      await client.wait(for: .closed(clean: true))
      #expect(client.state.withLock { $0.errors } == [])
      #expect(simulator.notifications.count == 2)
    }
  }

  @Test func tcpReset() async throws {
    try await withSimulator({ $0.faults = FaultScript(steps: [.init(count: 1, faults: [.init(.disconnect)])]) }) {
      simulator, listening in
      let output = try await run([
        "curl", "--silent", "--http2", "--cacert", listening.caFile, listening.url + "/3/device/aabb", "-d", "{}",
        "--write-out", "%{exitcode} %{errormsg}",
      ])
      #expect(output.hasSuffix(" failure: Connection reset by peer"))
      #expect(simulator.notifications.isEmpty)
    }
  }

  @Test func garbage() async throws {
    try await withFaults([.init(count: 1, faults: [.init(.garbage)])]) { simulator, client in
      try client.push()
      await client.wait(for: .failed)
      #expect(simulator.notifications.isEmpty)
    }
  }

  @Test func aGracefulGoAway() async throws {
    try await withFaults([
      .init(count: 1, faults: []), .init(count: 1, faults: [.init(.slow(milliseconds: 50))]),
      .init(count: 1, faults: [.init(.goAway(.none))]),
    ]) { simulator, client in
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      await client.wait(for: .maxConcurrentStreams(1000))
      let slow = try client.push()
      let last = try client.push()
      #expect(await client.outcome(last) == .answered(200, ""))
      await client.wait(for: .goAway(last: 5))
      #expect(client.state.withLock { $0.goAwayData } == [#"{"reason":"Shutdown"}"#])
      #expect(await client.outcome(slow) == .answered(200, ""))
      await client.wait(for: .closed(clean: true))
      #expect(simulator.notifications.count == 3)
    }
  }

  @Test func aGoAwayThatAbandonsLaterStreams() async throws {
    try await withFaults([
      .init(count: 1, faults: []), .init(count: 1, faults: [.init(.slow(milliseconds: 50))]),
      .init(count: 1, faults: [.init(.goAway(.later))]),
    ]) { simulator, client in
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      await client.wait(for: .maxConcurrentStreams(1000))
      let slow = try client.push()
      let given = try (0..<2).map { _ in try client.push() }
      await client.wait(for: .goAway(last: 3))
      #expect(await client.outcome(slow) == .answered(200, ""))
      for stream in given { #expect(await client.outcome(stream) == .lost) }
      await client.wait(for: .closed(clean: true))
      #expect(simulator.notifications.count == 2)
    }
  }

  @Test func faultsAtTheStartOfAConnection() async throws {
    let script = FaultScript(steps: [
      .init(.connections, count: 1, faults: [.init(.close)]),
      .init(.connections, count: 1, faults: [.init(.goAway(.later))]),
      .init(.connections, count: 1, faults: [.init(.garbage)]),
      .init(.connections, count: 1, faults: [.init(.settings(maxConcurrentStreams: 7))]),
      .init(.connections, count: 1, faults: [.init(.disconnect)]),
    ])
    try await withSimulator({ $0.faults = script }) { simulator, listening in
      func connect() async throws -> TestClient {
        try await TestClient.connect(listening.port, caFile: listening.caFile)
      }
      let closed = try await connect()
      await closed.wait(for: .closed(clean: true))
      let goingAway = try await connect()
      await goingAway.wait(for: .goAway(last: 0))
      await goingAway.wait(for: .closed(clean: true))
      let garbled = try await connect()
      await garbled.wait(for: .failed)
      await garbled.close()
      let narrow = try await connect()
      await narrow.wait(for: .maxConcurrentStreams(7))
      await narrow.close()
      // The reset may come before the client's connect returns.
      let reset = try? await connect()
      await reset?.wait(for: .closed(clean: false))
      let good = try await connect()
      #expect(try await good.outcome(good.push()) == .answered(200, ""))
      await good.close()
      #expect(simulator.status.connections == 6)
    }
  }

  @Test func aSilentConnectionDoesNoHandshake() async throws {
    let script = FaultScript(steps: [.init(.connections, count: 1, faults: [.init(.silence)])])
    try await withSimulator({ $0.faults = script }) { simulator, listening in
      // The server closes a connection whose client has ended its output. Before, it answers only the second handshake.
      for isAnswered in [false, true] {
        let socket = try TestSocket(port: listening.port)
        let tls = try TestTLS(caFile: listening.caFile)
        _ = tls.read()
        socket.write(tls.takeOutput())
        socket.endOutput()
        let bytes = try socket.read().get()
        #expect(bytes.isEmpty == !isAnswered)
      }
      #expect(simulator.status.connections == 2)
      #expect(simulator.status.requests == 0)
    }
  }

  @Test func aScriptIsReplacedWhileItRuns() async throws {
    let script = [FaultScript.Step(count: nil, faults: [.init(.reset(.internalError))])]
    try await withFaults(script) { simulator, client async throws in
      #expect(try await client.outcome(client.push()) == .reset(.internalError))
      simulator.play(FaultScript())
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
    }
  }
}
