import Curl
import Foundation
import HTTPTypes
import NIOCore
import Testing

@Suite("TLS", .timeLimit(.minutes(10)))
struct TLSTests {
  @Test("a certificate counts when it is trusted and the host's own; https never becomes http")
  func trust() async throws {
    try await withFolder { folder in
      let server = try TLSServer(folder: folder)
      defer { server.stop() }
      let client = HTTPClient()
      var request = HTTPClient.Request(url: "https://localhost:\(server.port)/page")
      try await expectFailure(.tls) { try await client.send(request) }

      request.caFile = server.certificate
      #expect(try await String(buffer: client.send(request).body) == "trusted")

      request.url = "https://127.0.0.1:\(server.port)/page"
      try await expectFailure(.tls) { try await client.send(request) }

      request.url = "https://localhost:\(server.port)/downgrade"
      #expect(try await client.send(request).status == .found)
      request.followsRedirects = true
      try await expectFailure(.redirectRefused) { try await client.send(request) }

      request.caFile = folder.appending(path: "absent").path
      try await expectFailure(.tls) { try await client.send(request) }
      await client.shutdown()
    }
  }
}

/// OpenSSL's own server, with a fresh certificate for `localhost`, serving the folder's files as raw responses.
private struct TLSServer {
  let port: Int
  let certificate: String
  private let process: Process

  init(folder: URL) throws {
    certificate = folder.appending(path: "certificate.pem").path
    try "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 7\r\n\r\ntrusted".write(
      to: folder.appending(path: "page"), atomically: true, encoding: .utf8)
    try "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".write(
      to: folder.appending(path: "downgrade"), atomically: true, encoding: .utf8)
    let generation = try Self.openssl(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem",
      ], in: folder, output: FileHandle.nullDevice)
    generation.waitUntilExit()
    try #require(generation.terminationStatus == 0)
    let output = Pipe()
    process = try Self.openssl(
      ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", "-HTTP"], in: folder,
      output: output)
    var text = ""
    while !text.hasSuffix("\n") || !text.contains("ACCEPT") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty)
      text += String(decoding: data, as: UTF8.self)
    }
    port = try #require(text.split { $0 == ":" || $0 == "\n" }.last.flatMap { Int($0) })
  }

  func stop() {
    // The child has inherited a thread's blocked signals, SIGTERM among them.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func openssl(_ arguments: [String], in folder: URL, output: Any) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
