import Edge
import HTTPCalls
import SwiftletTesting
import Synchronization
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

/// A transport whose requests do not end when they are cancelled, but when the test releases them, or when so many are
/// cancelled.
private final class StubbornTransport: HTTPTransport {
  private struct State {
    var left: Int
    var isReleased = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var ended = 0
  }

  private let begins: AsyncStream<Void>
  private let begin: AsyncStream<Void>.Continuation
  private let cancels: AsyncStream<Void>
  private let cancel: AsyncStream<Void>.Continuation
  private let state: Mutex<State>

  init(endingWith count: Int) {
    (begins, begin) = AsyncStream.makeStream()
    (cancels, cancel) = AsyncStream.makeStream()
    state = Mutex(State(left: count))
  }

  /// The number of requests that have ended.
  var ended: Int { state.withLock(\.ended) }

  /// Waits until so many requests have begun.
  func begun(_ count: Int) async {
    var left = count
    for await _ in begins {
      left -= 1
      if left == 0 { return }
    }
  }

  /// Waits until a request is cancelled.
  func cancelled() async { for await _ in cancels { return } }

  func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
    begin.yield()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReleased = state.withLock { state in
          if !state.isReleased { state.waiting.append(continuation) }
          return state.isReleased
        }
        if isReleased { continuation.resume() }
      }
    } onCancel: {
      cancel.yield()
      let isLast = state.withLock { state in
        state.left -= 1
        return state.left == 0
      }
      if isLast { release() }
    }
    state.withLock { $0.ended += 1 }
    throw CancellationError()
  }

  func shutdown() async {}
}
