import Edge
import Foundation
import Glibc
import NIOCore
import Testing

@testable import Host

@Suite(.timeLimit(.minutes(10))) struct ListeningTests {
  /// The error of a second host.
  private func refusal(_ configure: (inout HostConfiguration) -> Void) async throws -> ListenError {
    let second = try await Harness(configure: configure)
    let error = await #expect(throws: ListenError.self) { try await second.host.run() }
    await #expect(throws: ListenError.self) { try await second.host.waitUntilListening() }
    await second.close()
    return try #require(error)
  }

  @Test func theAdviceOnTheUsualPortNamesItsUsualOwner() {
    #expect(ListenError.advice(onTaken: 54321).contains("supabase stop"))
    #expect(ListenError.advice(onTaken: 8080) == "Choose another one with --port.")
  }

  @Test func theErrorForATakenPortNamesThePort() async throws {
    try await withLiveHost { host in
      let error = try await refusal { $0.bind.port = host.port }
      #expect(error.reason == .portTaken)
      #expect(error.description.contains("Port \(host.port)"))
      #expect(error.description.contains("--port"))
    }
  }

  @Test func anAddressOfAnotherMachine() async throws {
    let error = try await refusal { configuration in
      configuration.bind.host = "192.0.2.1"
      configuration.tokens.secret = "a-secret-of-our-own-that-has-32-bytes"
    }
    #expect(error.reason == .failed)
  }

  @Test func onlyItsOwnerCanUseTheUnixSocket() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "host.sock").path()
      try await withLiveHost(functions: [Handlers.echo], configure: { $0.bind.socketPath = path }) { host in
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        var request = HTTPClient.Request(url: "http://localhost/functions/v1/echo/x")
        request.unixSocketPath = path
        #expect(try await String(buffer: host.harness.http.send(request).body) == "GET /x|-|")
        // Clients of the socket are on this machine.
        request.url = "http://localhost/metrics"
        #expect(try await host.harness.http.send(request).status == .ok)
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func aSecondHostOnOneSocketIsRefused() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "host.sock").path()
      try await withLiveHost(configure: { $0.bind.socketPath = path }) { host in
        let error = try await refusal {
          $0.bind.port = 0
          $0.bind.socketPath = path
        }
        #expect(error.reason == .databaseInUse)
        #expect(error.description.contains(path))
        // The first host still has the socket.
        var request = HTTPClient.Request(url: "http://localhost/functions/v1/_internal/health")
        request.unixSocketPath = path
        #expect(try await host.harness.http.send(request).status == .ok)
      }
    }
  }

  @Test func aSocketThatWasLeftBehindIsReplaced() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "host.sock").path()
      // Bound and closed without removing its file, as a killed host leaves it.
      let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      let bound = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe bind(left, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      #expect(bound == 0)
      close(left)
      #expect(FileManager.default.fileExists(atPath: path))
      try await withLiveHost(configure: { $0.bind.socketPath = path }) { host in
        var request = HTTPClient.Request(url: "http://localhost/functions/v1/_internal/health")
        request.unixSocketPath = path
        let answer = try await host.harness.http.send(request)
        #expect(answer.status == .ok)
      }
    }
  }

  @Test func aPathThatIsTooLong() async throws {
    try await withFolder { folder in
      let error = try await refusal {
        $0.bind.port = 0
        $0.bind.socketPath = folder.path() + String(repeating: "x", count: 200)
      }
      #expect(error.reason == .socketFailed)
    }
  }

  @Test func aFileThatIsNoSocketIsLeftAlone() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "precious").path()
      try Data("mine".utf8).write(to: URL(filePath: path))
      let error = try await refusal {
        $0.bind.port = 0
        $0.bind.socketPath = path
      }
      #expect(error.reason == .socketFailed)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
    }
  }
}
