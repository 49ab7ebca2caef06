package import NIOCore
import Synchronization

/// The bytes of a streamed response, between the client's event loop that fills it and one reader.
package final class ResponsePipe: Sendable {
  package typealias Reader = CheckedContinuation<ByteBuffer?, any Error>

  /// The number of bytes from which on the transfer pauses. libcurl passes on at most 16 KiB at a time.
  package static let capacity = 64 << 10

  private let state = Mutex(ResponsePipeState<Reader>(capacity: capacity))
  private let resume: @Sendable () -> Void
  private let cancel: @Sendable () -> Void

  /// - Parameters:
  ///   - resume: lets a paused transfer go on.
  ///   - cancel: schedules the end of the transfer, and returns before it: the call may come from within libcurl, which
  ///     must not be called again there.
  package init(resume: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void) {
    self.resume = resume
    self.cancel = cancel
  }

  /// Makes the caller the reader; `false` if there was one already.
  func claim() -> Bool { state.withLock { $0.claim() } }

  var isClaimed: Bool { state.withLock { $0.isClaimed } }

  // MARK: The transfer's side

  package func offer(_ bytes: ByteBuffer) -> ResponsePipeState<Reader>.Offer {
    let offer = state.withLock { $0.offer(bytes) }
    if case .handOver(let reader) = offer { reader.resume(returning: bytes) }
    return offer
  }

  /// Ends the body, with an error if it is incomplete.
  package func finish(_ error: (any Error)?) {
    guard let reader = state.withLock({ $0.finish(error.map { .failure($0) } ?? .success(())) }) else { return }
    if let error { reader.resume(throwing: error) } else { reader.resume(returning: nil) }
  }

  // MARK: The reader's side

  /// Waits for bytes and takes all that have arrived; `nil` at the end.
  func next() async throws -> ByteBuffer? {
    if Task.isCancelled { abandon() }
    let step = state.withLock { $0.take() }
    if case .empty = step {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { reader in
          switch state.withLock({ $0.wait(reader) }) {
          case .empty: break
          case let step: reader.resume(with: Result { try result(of: step) })
          }
        }
      } onCancel: {
        abandon()
      }
    }
    return try result(of: step)
  }

  private func result(of step: ResponsePipeState<Reader>.Step) throws -> ByteBuffer? {
    switch step {
    case .chunk(let chunk, let resumes):
      if resumes { resume() }
      return chunk
    case .failed(let error): throw error
    case .end, .empty: return nil
    }
  }

  /// Ends the transfer, unless it has ended; its reader gets `CancellationError`.
  func abandon() {
    guard let abandoned = state.withLock({ $0.abandon() }) else { return }
    abandoned.reader?.resume(throwing: CancellationError())
    // This may run within libcurl, when it releases the last reference to a reader. `cancel` therefore only schedules.
    cancel()
  }
}
