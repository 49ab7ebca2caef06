import Edge
import Foundation
import NIOCore
import Testing

@testable import Host

/// Files of the embedded storage as they travel to clients.
@Suite(.timeLimit(.minutes(10))) struct FileDownloadTests {
  private struct Served {
    let host: LiveHost
    let file: URL

    func request(_ method: String = "GET", _ fields: String = "") throws -> String {
      let token = Forge.hs256(claims: #"{"url":"files/file.bin","exp":4102444800}"#)
      return "\(method) /storage/v1/object/sign/files/file.bin?token=\(token) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
    }
  }

  /// The byte at an offset of the test's file.
  private static func byte(_ offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: offset &* 31 &+ offset >> 9) }

  private func withFile(_ content: Data, _ test: (Served) async throws -> Void) async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "files"), withIntermediateDirectories: true)
      let file = folder.appending(path: "files/file.bin")
      try content.write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: file.path())
      try await withLiveHost {
        $0.storage.folder = folder.path()
      } _: { host in
        try await test(Served(host: host, file: file))
      }
    }
  }

  @Test func aWholeFileAndAPartOfIt() async throws {
    let size = 200_001
    try await withFile(Data((0..<size).map(Self.byte))) { served in
      try await withConnection(to: served.host.port) { client in
        try await client.send(served.request())
        let whole = await client.readHead()
        #expect(whole.status == 200)
        #expect(whole["content-length"] == "\(size)")
        #expect(whole["transfer-encoding"] == nil)
        #expect(whole["accept-ranges"] == "bytes")
        #expect(whole["last-modified"] == "Tue, 14 Nov 2023 22:13:20 GMT")
        #expect(whole["x-content-type-options"] == "nosniff")
        #expect(whole["content-security-policy"]?.contains("sandbox") == true)
        let tag = try #require(whole["etag"])
        #expect(await client.readBytes(count: size) == (0..<size).map(Self.byte))
        // The connection goes on.
        try await client.send(served.request("GET", "Range: bytes=65530-131080\r\nIf-Range: \(tag)\r\n"))
        let part = await client.readHead()
        #expect(part.status == 206)
        #expect(part["content-range"] == "bytes 65530-131080/\(size)")
        #expect(part["content-length"] == "65551")
        #expect(await client.readBytes(count: 65_551) == (65_530...131_080).map(Self.byte))
        try await client.send(served.request("GET", "If-None-Match: \(tag)\r\n"))
        let known = await client.readResponse()
        #expect(known.status == 304)
        #expect(known["etag"] == tag)
        #expect(known["content-length"] == nil)
        try await client.send(served.request("GET", "Range: bytes=\(size)-\r\n"))
        let none = await client.readResponse()
        #expect(none.status == 416)
        #expect(none["content-range"] == "bytes */\(size)")
        try await client.send(served.request("HEAD", "Range: bytes=0-1\r\n"))
        let head = await client.readResponse(toHead: true)
        #expect(head.status == 200)
        #expect(head["content-length"] == "\(size)")
        try await client.send("GET /functions/v1/_internal/health HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readResponse().body == #"{"message":"ok"}"#)
      }
    }
  }

  @Test func anEmptyFile() async throws {
    try await withFile(Data()) { served in
      try await withConnection(to: served.host.port) { client in
        try await client.send(served.request())
        let answer = await client.readResponse()
        #expect(answer.status == 200)
        #expect(answer["content-length"] == "0")
      }
    }
  }

  /// More than the sockets' buffers take, so that the host has the rest to read when the file becomes shorter.
  @Test func aFileThatBecomesShorterBreaksTheConnectionOff() async throws {
    let size = 40 << 20
    try await withFile(Data(count: size)) { served in
      try await withConnection(to: served.host.port) { client in
        try await client.send(served.request())
        #expect(await client.readHead()["content-length"] == "\(size)")
        try #require(unsafe truncate(served.file.path(), 1 << 20) == 0)
        #expect(await client.countToEnd() < size)
      }
    }
  }
}
