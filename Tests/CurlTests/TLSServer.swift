import Foundation
import Testing

/// OpenSSL's own server, with a fresh certificate for `localhost`.
struct TLSServer {
  let port: Int
  let certificate: String
  private let process: Process

  /// - Parameter mode: `-HTTP` to serve the folder's files as raw responses, `-rev` to send each line back reversed.
  init(folder: URL, mode: String = "-HTTP") throws {
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
      ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", mode], in: folder,
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
