import Curl
import Foundation
import HTTPCalls
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
