import HTTPCalls
import Synchronization

/// A transport whose requests do not end when they are cancelled, but when the test releases them, or when so many are
/// cancelled.
final class StubbornTransport: HTTPTransport {
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
