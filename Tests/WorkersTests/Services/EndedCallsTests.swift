import Edge
import HTTPCalls
import SwiftletTesting
import Testing

@testable import Worker
@testable import Workers

/// The ends of calls whose worker has ended.
@Suite(.timeLimit(.minutes(10))) struct EndedCallsTests {
  /// Starts a request of a call, which waits for its end.
  private func request(of services: CallServices) -> Task<Void, Never> {
    Task {
      let client = HTTPClient(transport: RemoteHTTPTransport(services))
      _ = try? await client.get("https://a.example/")
    }
  }

  @Test func theCallsOfAWorkerEndAtTheSameTime() async throws {
    // Each request ends once the other one is cancelled too.
    let transport = StubbornTransport(endingWith: 2)
    var call = LinkedCall()
    call.http = HTTPClient(transport: transport)
    try await call.run { link in
      let requests = [request(of: link.services), request(of: try link.beginAnother())]
      await transport.begun(2)
      await link.endAll(within: .seconds(3600))
      #expect(transport.ended == 2)
      for request in requests { await request.value }
    }
  }

  @Test func theWaitForAnOperationThatDoesNotEndIsLimited() async throws {
    let transport = StubbornTransport(endingWith: .max)
    var call = LinkedCall()
    call.http = HTTPClient(transport: transport)
    try await call.run { link in
      let request = request(of: link.services)
      await transport.begun(1)
      await link.endAll(within: .milliseconds(1))
      #expect(transport.ended == 0)
      transport.release()
      await request.value
    }
  }

  @Test func theEndOfACallIsWaitedForWhenItsWorkerHasEnded() async throws {
    let transport = StubbornTransport(endingWith: .max)
    var call = LinkedCall()
    call.http = HTTPClient(transport: transport)
    try await call.run { link in
      let request = request(of: link.services)
      await transport.begun(1)
      async let all: Void = link.endAll(within: .seconds(3600))
      await transport.cancelled()
      async let ended = endedOperations(after: link, transport)
      // An end that does not wait comes first.
      for _ in 0..<100 { await Task.yield() }
      transport.release()
      #expect(await ended == 1)
      await all
      await request.value
    }
  }

  private func endedOperations(after link: CallLink, _ transport: StubbornTransport) async -> Int {
    await link.endCall()
    return transport.ended
  }
}
