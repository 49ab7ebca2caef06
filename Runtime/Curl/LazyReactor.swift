package import HTTPCalls
package import Loop
import Synchronization

/// An event loop with its client: created by the first use, ended once by ``shutdown()`` or with this object.
package final class LazyReactor<Client: EndingClient>: Sendable {
  /// A loop that was started, and its client.
  package struct Running: Sendable {
    let loop: Reactor
    let client: Client

    /// Runs an action as the loop's own work. After the end of the loop actions still run, one at a time.
    package func run(_ action: @escaping @Sendable (Client) -> Void) {
      loop.run { [client] in action(client) }
    }

    /// As ``run(_:)``, but never within the call.
    package func runLater(_ action: @escaping @Sendable (Client) -> Void) {
      loop.runLater { [client] in action(client) }
    }
  }

  private enum State {
    case idle
    case running(Running)
    case ended(Running?)
  }

  private let name: String
  private let refusal: HTTPClientError
  private let makeClient: @Sendable (Reactor) throws(HTTPClientError) -> Client
  private let state = Mutex(State.idle)

  /// Creates nothing yet. The name of the thread has at most 15 letters; a use after ``shutdown()`` throws `refusal`.
  package init(
    named name: String, afterShutdown refusal: HTTPClientError,
    makeClient: @escaping @Sendable (Reactor) throws(HTTPClientError) -> Client
  ) {
    self.name = name
    self.refusal = refusal
    self.makeClient = makeClient
  }

  deinit {
    state.withLock { state in
      if case .running(let running) = state { running.run { $0.end {} } }
    }
  }

  /// Returns the running loop; the first call creates and starts it.
  package func running() throws(HTTPClientError) -> Running {
    try state.withLock { state throws(HTTPClientError) in
      switch state {
      case .running(let running): return running
      case .ended: throw refusal
      case .idle:
        let running = try start()
        state = .running(running)
        return running
      }
    }
  }

  /// The running loop; nil before its first use and after ``shutdown()``.
  package var started: Running? {
    state.withLock { state in if case .running(let running) = state { running } else { nil } }
  }

  private func start() throws(HTTPClientError) -> Running {
    try CurlLibrary.check()
    let loop: Reactor
    do throws(SystemError) {
      // libcurl writes to TLS connections that the other side may have closed, and prevents no SIGPIPE under
      // `CURLOPT_NOSIGNAL`. Its resolver threads inherit this.
      loop = try Reactor(named: name, blocksSignals: true)
    } catch {
      throw HTTPClientError(.failed, "The event loop cannot be created: \(error)")
    }
    let client = try makeClient(loop)
    loop.start(client)
    return Running(loop: loop, client: client)
  }

  /// Ends the client and its loop, and returns when libcurl's handles are freed.
  package func shutdown() async {
    let running = state.withLock { state -> Running? in
      switch state {
      case .idle:
        state = .ended(nil)
        return nil
      case .running(let running):
        state = .ended(running)
        return running
      case .ended(let running): return running
      }
    }
    guard let running else { return }
    await withCheckedContinuation { continuation in
      running.run { $0.end { continuation.resume() } }
    }
  }
}
