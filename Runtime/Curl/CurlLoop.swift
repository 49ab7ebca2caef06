import CCurl
import Synchronization

/// The thread on which all of a client's transfers run.
final class CurlLoop: Sendable {
  private enum Command: Sendable {
    case start(Transfer.Submission)
    case cancel(UInt64)
  }

  private static let shutdown = HTTPClientError(.shutdown, "the HTTP client has been shut down")

  private let thread = LoopThread<Command>(afterShutdown: shutdown) { command, refusal in
    if case .start(let submission) = command { submission.continuation.resume(throwing: refusal) }
  } body: { mailbox, poller throws(HTTPClientError) in
    try CurlLoop.serve(mailbox, poller)
  }
  private let lastID = Atomic<UInt64>(0)

  init() {}

  /// Runs one transfer. Cancelling the task takes it off and closes its connection.
  func perform(_ request: HTTPClient.Request, at target: TargetURL) async throws -> Reply {
    let mailbox = try thread.running()
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
    await thread.shutdown()
  }

  /// Returns when the mailbox says so; then everything of libcurl's is freed.
  private static func serve(_ mailbox: Mailbox<Command>, _ poller: Poller) throws(HTTPClientError) {
    let multi = try MultiHandle { socket, interest in poller.watch(socket, interest) }
    // A clean close of a shared HTTP/2 connection makes libcurl 7.88 lose sight of all its streams but one, so streams
    // do not share connections here.
    multi.set(CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, maximumConnections)
    let transfers = TransferTable(multi: multi)
    while true {
      let (commands, isLast) = mailbox.collect()
      for command in commands {
        switch command {
        case .start(let submission): transfers.start(submission)
        case .cancel(let id): transfers.cancel(id)
        }
      }
      if isLast { return transfers.failAll(shutdown) }
      for event in poller.wait(until: multi.deadline) {
        multi.socketIsReady(event)
        transfers.finish()
      }
      if multi.expire(.now) { transfers.finish() }
    }
  }

  private static let maximumConnections = 256
}
