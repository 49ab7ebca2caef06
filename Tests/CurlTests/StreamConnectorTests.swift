import Curl
import Foundation
import HTTPCalls
import Loop
import Testing

/// Connections for other protocols than HTTP.
@Suite(.timeLimit(.minutes(10))) struct StreamConnectorTests {
  private static let never = ContinuousClock.now + .seconds(3600)

  private func withConnector(_ test: (StreamConnector) async throws -> Void) async throws {
    let connector = StreamConnector()
    let result: Result<Void, any Error>
    do { result = .success(try await test(connector)) } catch { result = .failure(error) }
    await connector.shutdown()
    try result.get()
  }

  private func readAll(_ stream: ByteStream) async throws -> [UInt8] {
    var all: [UInt8] = []
    while let bytes = try await stream.read() { all += bytes }
    return all
  }

  @Test func aPlainConnectionCarriesAnyBytes() async throws {
    let server = try TestServer { connection in
      connection.write("hello")
      while let bytes = connection.receive(4096) { connection.write(String(decoding: bytes, as: UTF8.self)) }
    }
    try await withConnector { connector in
      let stream = try await connector.connect(HTTPClient.Request(url: server.url), until: Self.never)
      try await stream.write(Array("\0\r\n\r\nGET".utf8))
      stream.endOutput()
      #expect(try await readAll(stream) == Array("hello\0\r\n\r\nGET".utf8))
      stream.close()
      await #expect(throws: ByteStream.Closed.self) { _ = try await stream.read() }
    }
  }

  @Test func nothingIsSentBeforeTheFirstWrite() async throws {
    let server = try TestServer { connection in
      connection.write(String(decoding: connection.receive(4096) ?? [], as: UTF8.self))
    }
    try await withConnector { connector in
      let stream = try await connector.connect(HTTPClient.Request(url: server.url), until: Self.never)
      try await stream.write(Array("first".utf8))
      #expect(try await readAll(stream) == Array("first".utf8))
      stream.close()
    }
  }

  @Test func aConnectionIsClosedAtItsDeadlineUnlessItIsKept() async throws {
    let server = try TestServer { connection in
      while let bytes = connection.receive(4096) { connection.write(String(decoding: bytes, as: UTF8.self)) }
    }
    try await withConnector { connector in
      let request = HTTPClient.Request(url: server.url)
      // A busy machine may take longer than a short time to get to the call that keeps the stream.
      for patience in [Duration.milliseconds(200), .seconds(2), .seconds(20)] {
        let deadline = ContinuousClock.now + patience
        let kept = try await connector.connect(request, until: deadline)
        try connector.keep(kept)
        let left = try await connector.connect(request, until: deadline)
        guard ContinuousClock.now + patience / 2 < deadline else { continue }
        await #expect(throws: ByteStream.Closed.self) { _ = try await left.read() }
        #expect(ContinuousClock.now >= deadline)
        try await kept.write(Array("still".utf8))
        #expect(try await kept.read() == Array("still".utf8))
        return kept.close()
      }
      Issue.record("Connections took more than 10 seconds")
    }
  }

  @Test func aServerThatDoesNotListenIsNamed() async throws {
    try await withConnector { connector in
      let request = HTTPClient.Request(url: "http://127.0.0.1:1")
      try await expectFailure(.couldNotConnect) { try await connector.connect(request, until: Self.never) }
    }
  }

  @Test func certificatesAreVerified() async throws {
    try await withFolder { folder in
      let server = try TLSServer(folder: folder, mode: "-rev")
      defer { server.stop() }
      try await withConnector { connector in
        var request = HTTPClient.Request(url: "https://localhost:\(server.port)")
        try await expectFailure(.tls) { try await connector.connect(request, until: Self.never) }
        request.caFile = server.certificate
        let stream = try await connector.connect(request, until: Self.never)
        for text in ["abc", "hello"] {
          try await stream.write(Array((text + "\n").utf8))
          #expect(try await stream.read() == Array((String(text.reversed()) + "\n").utf8))
        }
        stream.close()
        request.url = "https://127.0.0.1:\(server.port)"
        try await expectFailure(.tls) { try await connector.connect(request, until: Self.never) }
      }
    }
  }

  /// One event of a TLS connection may stand for many records.
  @Test func muchPassesThroughTLS() async throws {
    try await withFolder { folder in
      let data = Data((0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try data.write(to: folder.appending(path: "large"))
      let server = try TLSServer(folder: folder)
      defer { server.stop() }
      try await withConnector { connector in
        var request = HTTPClient.Request(url: "https://localhost:\(server.port)")
        request.caFile = server.certificate
        let stream = try await connector.connect(request, until: Self.never)
        try await stream.write(Array("GET /large HTTP/1.0\r\n\r\n".utf8))
        #expect(try await Data(readAll(stream)) == data)
        stream.close()
      }
    }
  }

  @Test func aShutdownEndsConnections() async throws {
    let server = try TestServer { connection in while connection.receive(4096) != nil {} }
    let connector = StreamConnector()
    let request = HTTPClient.Request(url: server.url)
    let stream = try await connector.connect(request, until: Self.never)
    await connector.shutdown()
    await #expect(throws: ByteStream.Closed.self) { _ = try await stream.read() }
    try await expectFailure(.shutdown) { try await connector.connect(request, until: Self.never) }
  }
}
