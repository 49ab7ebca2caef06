import HTTPCalls
import Synchronization

/// The transport of an `HTTPClient` by libcurl: an event loop with the client's connections.
final class CurlTransport: Attempting {
  private let loop: LazyReactor<TransferLoop>
  private let lastID = Atomic<UInt64>(0)

  init(maximumConnections: Int) {
    // Zero is no limit to libcurl.
    let maximumConnections = max(1, maximumConnections)
    loop = LazyReactor(named: "swiftlet-curl", afterShutdown: TransferLoop.shutdown) {
      loop throws(HTTPClientError) in try TransferLoop(on: loop, maximumConnections: maximumConnections)
    }
  }

  /// Runs one transfer. Cancelling the task removes the transfer and closes its connection.
  func perform(
    _ request: HTTPClient.Request, at target: TargetURL, isStreamed: Bool
  ) async throws -> HTTPClient.StreamedResponse {
    let loop = try loop.running()
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    let pipe = isStreamed ? pipe(of: id, on: loop) : nil
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let submission = Transfer.Submission(
          id: id, request: request, target: target, pipe: pipe, continuation: continuation)
        loop.run { $0.start(submission) }
        // If the task was cancelled earlier, `onCancel` ran before this start and found no transfer.
        if Task.isCancelled { loop.run { $0.cancel(id) } }
      }
    } onCancel: {
      // A callback of libcurl can cancel this task, when it releases the source of another transfer's body. A callback
      // must not remove a transfer, so the cancellation runs later.
      loop.runLater { $0.cancel(id) }
    }
  }

  /// The pipe of a streamed response. The pipe retains this object: the loop ends when its last owner is released.
  private func pipe(of id: UInt64, on loop: LazyReactor<TransferLoop>.Running) -> ResponsePipe {
    ResponsePipe(
      resume: { loop.run { $0.resume(id) } },
      cancel: { [self] in withExtendedLifetime(self) { loop.runLater { $0.cancel(id) } } })
  }

  func shutdown() async { await loop.shutdown() }
}
