import Foundation
import Logging
import Synchronization
import Testing

@testable import Simulator

@Suite(.timeLimit(.minutes(10))) struct ServerTests {
  @Test func anAcceptedPushRaisesTheStreamLimit() async throws {
    try await withFaults([]) { simulator, client async throws in
      await client.wait(for: .maxConcurrentStreams(1))
      #expect(try await client.outcome(client.push(token: "AABB")) == .answered(200, ""))
      await client.wait(for: .maxConcurrentStreams(1000))
      let arrived = simulator.notifications
      #expect(arrived.map(\.token) == ["aabb"])
      #expect(arrived.first.map { String(decoding: $0.payload, as: UTF8.self) } == #"{"aps":{"alert":"Hello"}}"#)
    }
  }

  @Test func aRefusedPushKeepsTheStreamLimit() async throws {
    try await withFaults([]) { simulator, client in
      #expect(await client.outcome(client.send("POST", "/3/device/aabb", body: "{}")) == .answered(400, "MissingTopic"))
      #expect(client.state.withLock { $0.events } == [.maxConcurrentStreams(1)])
      #expect(simulator.status.rejected == ["MissingTopic": 1])
      #expect(simulator.notifications.isEmpty)
    }
  }

  @Test func aBodyMayArriveInPieces() async throws {
    try await withFaults([]) { simulator, client in
      let token = try providerToken(issuedAt: Int64(Date().timeIntervalSince1970))
      let stream = client.send(
        "POST", "/3/device/aabb",
        [("authorization", "bearer \(token)"), ("apns-topic", "com.example.app"), ("apns-push-type", "alert")],
        body: #"{"aps":"#, ends: false)
      client.write("{}", on: stream, ends: false)
      client.write("}", on: stream, ends: true)
      #expect(await client.outcome(stream) == .answered(200, ""))
      #expect(simulator.notifications.first.map { String(decoding: $0.payload, as: UTF8.self) } == #"{"aps":{}}"#)
    }
  }

  @Test func anEndlessBodyIsReset() async throws {
    try await withFaults([]) { _, client in
      let token = try providerToken(issuedAt: Int64(Date().timeIntervalSince1970))
      let stream = client.send(
        "POST", "/3/device/aabb",
        [("authorization", "bearer \(token)"), ("apns-topic", "com.example.app"), ("apns-push-type", "alert")],
        ends: false)
      for _ in 0..<7 { client.write(String(repeating: "x", count: 10_000), on: stream, ends: false) }
      #expect(await client.outcome(stream) == .answered(413, "PayloadTooLarge"))
    }
  }

  @Test func resetsAreCountedAndTolerated() async throws {
    try await withFaults([]) { simulator, client in
      for _ in 0..<100 {
        let stream = try client.push()
        #expect(await client.outcome(stream) == .answered(200, ""))
      }
      // Far more streams are reset in the middle of a request than nghttp2 allows by default.
      for _ in 0..<1000 { client.reset(client.send("POST", "/3/device/aabb", ends: false)) }
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      #expect(simulator.status.resets == 1000)
      #expect(simulator.status.connections == 1)
      #expect(simulator.notifications.count == 101)
    }
  }

  @Test func curlPushes() async throws {
    try await withSimulator { simulator, listening in
      let token = try providerToken(issuedAt: Int64(Date().timeIntervalSince1970))
      let output = try await run([
        "curl", "--silent", "--include", "--http2", "--cacert", listening.caFile, listening.url + "/3/device/aabb",
        "-H", "authorization: bearer \(token)", "-H", "apns-topic: com.example.app", "-H", "apns-push-type: alert",
        "-d", #"{"aps":{"alert":"From curl"}}"#,
      ])
      #expect(output.hasPrefix("HTTP/2 200 \r\napns-id: "))
      #expect(output.contains("\r\napns-unique-id: "))
      #expect(simulator.notifications.count == 1)
    }
  }

  @Test func clientsWithoutTheAuthorityDoNotTrustIt() async throws {
    try await withSimulator { simulator, listening in
      let output = try await run(["curl", "--silent", "--write-out", "%{exitcode}", listening.url])
      #expect(output == "60")
      #expect(simulator.status.requests == 0)
    }
  }

  @Test func aTakenPortIsNamed() async throws {
    try await withSimulator { _, listening in
      let error = await #expect(throws: SimulatorError.self) {
        try await withSimulator({ $0.port = listening.port }, { _, _ in })
      }
      #expect(error?.code == .portTaken)
      #expect(error?.description == "Port \(listening.port) on 127.0.0.1 is taken: choose another one, or 0 for any")
    }
  }

  @Test func stoppingEndsConnections() async throws {
    let kept = Mutex<TestClient?>(nil)
    try await withSimulator { _, listening in
      let client = try await TestClient.connect(listening.port, caFile: listening.caFile)
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      kept.withLock { $0 = client }
    }
    let client = try #require(kept.withLock { $0 })
    await client.waitForTheEnd()
  }

  @Test func linesGoToTheWriter() async throws {
    let written = LineBox()
    try await withSimulator({ $0.lines = .writer { line in written.lines.withLock { $0.append(line) } } }) {
      simulator, listening in
      let client = try await TestClient.connect(listening.port, caFile: listening.caFile)
      #expect(try await client.outcome(client.push()) == .answered(200, ""))
      await client.close()
    }
    #expect(written.lines.withLock { $0 } == ["Push to …aabb (alert): Hello"])
  }
}

private final class LineBox: Sendable {
  let lines = Mutex<[String]>([])
}

/// Runs a program and returns its output.
func run(_ arguments: [String]) async throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  return try await withCheckedThrowingContinuation { continuation in
    process.terminationHandler = { _ in
      continuation.resume(
        returning: String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }
    do { try process.run() } catch { continuation.resume(throwing: error) }
  }
}
