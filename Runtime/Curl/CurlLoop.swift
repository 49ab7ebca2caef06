import Glibc
import Synchronization

/// The thread on which all of a client's libcurl handles live: started by the first request, ended by ``shutdown()``.
final class CurlLoop: Sendable {
  private enum Lifecycle {
    case idle
    case running(Mailbox, pthread_t)
    case stopped(Mailbox?)
  }

  private let lifecycle = Mutex(Lifecycle.idle)
  private let lastID = Atomic<UInt64>(0)

  init() {}

  deinit {
    lifecycle.withLock { lifecycle in
      guard case .running(let mailbox, let thread) = lifecycle else { return }
      mailbox.stop()
      pthread_detach(thread)
    }
  }

  /// Runs one transfer. Cancelling the task takes it off and closes its connection.
  func perform(_ request: HTTPClient.Request, at target: TargetURL) async throws -> Reply {
    let mailbox = try running()
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        mailbox.post(
          .start(Transfer.Submission(id: id, request: request, target: target, continuation: continuation)))
        // A cancellation from before the start was posted to nobody.
        if Task.isCancelled { mailbox.post(.cancel(id)) }
      }
    } onCancel: {
      mailbox.post(.cancel(id))
    }
  }

  /// Fails what is in flight and returns when the thread has freed everything and ended.
  func shutdown() async {
    let (mailbox, thread) = lifecycle.withLock { lifecycle -> (Mailbox?, pthread_t?) in
      switch lifecycle {
      case .idle:
        lifecycle = .stopped(nil)
        return (nil, nil)
      case .running(let mailbox, let thread):
        lifecycle = .stopped(mailbox)
        return (mailbox, thread)
      case .stopped(let mailbox):
        return (mailbox, nil)
      }
    }
    mailbox?.stop()
    await mailbox?.ended()
    // Its last act was to say so: this does not wait.
    if let thread { pthread_join(thread, nil) }
  }

  private func running() throws(HTTPClientError) -> Mailbox {
    try lifecycle.withLock { lifecycle throws(HTTPClientError) in
      switch lifecycle {
      case .running(let mailbox, _): return mailbox
      case .stopped: throw Mailbox.shutdown
      case .idle:
        try CurlLibrary.check()
        let poller = try Poller()
        let mailbox = Mailbox(poller: poller)
        let thread = try startThread { Self.run(mailbox, poller) }
        lifecycle = .running(mailbox, thread)
        return mailbox
      }
    }
  }

  private static func run(_ mailbox: Mailbox, _ poller: Poller) {
    do throws(HTTPClientError) {
      try serve(mailbox, poller)
      mailbox.close(Mailbox.shutdown)
    } catch {
      mailbox.close(error)
    }
  }

  /// Returns when the mailbox says so; then everything of libcurl's is freed.
  private static func serve(_ mailbox: Mailbox, _ poller: Poller) throws(HTTPClientError) {
    let multi = try MultiHandle(poller: poller)
    while true {
      let (commands, isLast) = mailbox.collect()
      for command in commands {
        switch command {
        case .start(let submission): multi.start(submission)
        case .cancel(let id): multi.cancel(id)
        }
      }
      if isLast { return multi.failAll(Mailbox.shutdown) }
      for event in poller.wait(until: multi.deadline) { multi.socketIsReady(event) }
      if let deadline = multi.deadline, deadline <= .now { multi.timeExpired() }
    }
  }
}
