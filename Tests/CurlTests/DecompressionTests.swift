import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Testing

@Suite("Compressed responses", .timeLimit(.minutes(10)))
struct DecompressionTests {
  /// What `gzip` makes of the output of a shell command.
  private static func gzip(_ input: String) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "\(input) | gzip -9n"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return [UInt8](data)
  }

  private static func script(_ body: [UInt8], _ requests: Events<TestRequest>) -> TestServer.Script {
    { connection in
      while let request = connection.read() {
        requests.send(request)
        connection.write(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
        _ = connection.write(body, ifFull: {})
      }
    }
  }

  @Test("are decompressed for requests that ask for it alone")
  func gzip() async throws {
    let body = try Self.gzip("printf hello")
    let requests = Events(of: TestRequest.self)
    try await withServer(Self.script(body, requests)) { server, client in
      var request = HTTPClient.Request(url: server.url)
      #expect(try await [UInt8](buffer: client.send(request).body) == body)
      let plain = try await requests.next()
      #expect(plain.values("Accept-Encoding").isEmpty)
      request.decompresses = true
      #expect(try await String(buffer: client.send(request).body) == "hello")
      let seen = try await requests.next()
      #expect(seen.values("Accept-Encoding").first?.contains("gzip") == true)
      let asking = request
      let error = await #expect(throws: HTTPClientError.self) { try await client.stream(asking) }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test("the limit counts the decompressed bytes")
  func bomb() async throws {
    let body = try Self.gzip("head -c 20971520 /dev/zero")
    #expect(body.count < 100_000)
    try await withServer(Self.script(body, Events())) { server, client in
      var request = HTTPClient.Request(url: server.url)
      request.decompresses = true
      try await expectFailure(.responseTooLarge) { try await client.send(request) }
      request.maximumResponseSize = 20 << 20
      #expect(try await client.send(request).body.readableBytes == 20 << 20)
    }
  }

  @Test("a body that does not match its content encoding is an error")
  func broken() async throws {
    try await withServer(Self.script(Array("not gzip at all".utf8), Events())) { server, client in
      var request = HTTPClient.Request(url: server.url)
      request.decompresses = true
      try await expectFailure(.protocolError) { try await client.send(request) }
    }
  }
}
