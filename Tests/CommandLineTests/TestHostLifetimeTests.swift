import SwiftletTesting
import Synchronization
import Testing

/// What is left of a test host after its test.
@Suite(.timeLimit(.minutes(10))) struct TestHostLifetimeTests {
  private struct Failure: Error {}

  /// A client that records its end.
  private final class EndRecorder: HTTPTransport {
    private let ended = Mutex(false)

    var isEnded: Bool { ended.withLock(\.self) }

    func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
      throw HTTPClientError(.failed, "There is no server.")
    }

    func shutdown() async { ended.withLock { $0 = true } }
  }

  @Test func aTestThatThrowsEndsItsHost() async throws {
    let transport = EndRecorder()
    let host = try await TestHost(functions: [], http: HTTPClient(transport: transport))
    await #expect(throws: Failure.self) { try await host.test { _ in throw Failure() } }
    let error = await #expect(throws: DatabaseError.self) { try await host.database.query("SELECT 1") }
    #expect(error?.code == .closed)
    #expect(transport.isEnded)
  }

  @Test func aTestThatReturnsEndsItsHost() async throws {
    let host = try await TestHost(functions: [])
    try await host.test { host in
      #expect(try await host.database.query("SELECT 1").count == 1)
      try await host.drainJobs()
    }
    let error = await #expect(throws: DatabaseError.self) { try await host.database.query("SELECT 1") }
    #expect(error?.code == .closed)
  }

  @Test func backgroundWorkDoesNotKeepATestThatThrows() async throws {
    let (signal, sender) = AsyncStream<Void>.makeStream()
    let wait = Function("wait", access: .anyone) { context -> NoContent in
      context.background { for await _ in signal {} }
      return NoContent()
    }
    let host = try await TestHost(functions: [wait])
    await #expect(throws: Failure.self) {
      try await host.test { host in
        #expect(try await host.call("wait").status == 204)
        throw Failure()
      }
    }
    // The background work waited for this signal.
    sender.finish()
  }

  /// On a server, 24 databases may be open at a time, and the next one waits.
  @Test func aHostThatDoesNotStartLeavesNothing() async throws {
    let bad = Job("bad", every: "61 * * * *") { _ in }
    for _ in 0..<25 {
      let client = EndRecorder()
      await #expect(throws: (any Error).self) {
        _ = try await TestHost(functions: [], jobs: [bad], http: HTTPClient(transport: client))
      }
      #expect(client.isEnded)
    }
  }
}
