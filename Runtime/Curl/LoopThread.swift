import Glibc
import Synchronization

/// A thread with a mailbox, on which libcurl's handles live: started by the first command, ended by ``shutdown()``.
package final class LoopThread<Command: Sendable>: Sendable {
  /// What the thread does: it reads the mailbox until the last command, frees everything of libcurl's and returns.
  package typealias Body = @Sendable (Mailbox<Command>, Poller) throws(HTTPClientError) -> Void

  private enum Lifecycle {
    case idle
    case running(Mailbox<Command>, pthread_t)
    case stopped(Mailbox<Command>?)
  }

  private let lifecycle = Mutex(Lifecycle.idle)
  private let refusal: HTTPClientError
  private let refuse: @Sendable (Command, HTTPClientError) -> Void
  private let body: Body

  /// - Parameters:
  ///   - refusal: What a command is refused with that comes after ``shutdown()``.
  ///   - refuse: Tells who waits for a command that nobody will read.
  package init(
    afterShutdown refusal: HTTPClientError, refuse: @escaping @Sendable (Command, HTTPClientError) -> Void,
    body: @escaping Body
  ) {
    self.refusal = refusal
    self.refuse = refuse
    self.body = body
  }

  deinit {
    lifecycle.withLock { lifecycle in
      guard case .running(let mailbox, let thread) = lifecycle else { return }
      mailbox.stop()
      pthread_detach(thread)
    }
  }

  /// The thread's mailbox; starts the thread if this is the first time.
  package func running() throws(HTTPClientError) -> Mailbox<Command> {
    try lifecycle.withLock { lifecycle throws(HTTPClientError) in
      switch lifecycle {
      case .running(let mailbox, _): return mailbox
      case .stopped: throw refusal
      case .idle:
        try CurlLibrary.check()
        let poller = try Poller()
        let mailbox = Mailbox(poller: poller, shutdown: refusal, refuse: refuse)
        let body = body
        let thread = try startThread {
          do throws(HTTPClientError) {
            try body(mailbox, poller)
            mailbox.close(nil)
          } catch {
            mailbox.close(error)
          }
        }
        lifecycle = .running(mailbox, thread)
        return mailbox
      }
    }
  }

  /// Asks the thread to end, and returns when it has freed everything and ended.
  package func shutdown() async {
    let (mailbox, thread) = lifecycle.withLock { lifecycle -> (Mailbox<Command>?, pthread_t?) in
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
}
