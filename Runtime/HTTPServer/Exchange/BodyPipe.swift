package import NIOCore
import Synchronization

/// A bounded queue that carries a request's body from the event loop to the task that reads it. A full pipe holds the
/// client back.
package final class BodyPipe: Sendable {
  private enum End: Sendable {
    case whole
    case failed(any Error)
  }

  private struct State {
    var chunks = CircularBuffer<ByteBuffer>()
    var bytes = 0
    var end: End?
    var reader: CheckedContinuation<ByteBuffer?, any Error>?
    /// Whether the loop has stopped reading from the socket.
    var isFull = false
  }

  /// The number of queued bytes from which the socket is not read. Reading resumes below half of it.
  package static let capacity = 64 << 10
  /// The memory of a chunk besides its bytes.
  private static let overhead = 128

  private let state = Mutex(State())
  private let wantsMore: @Sendable () -> Void

  /// - Parameter wantsMore: called on any thread when a full pipe is less than half full again, and when the reader
  ///   waits for a chunk.
  init(wantsMore: @escaping @Sendable () -> Void) { self.wantsMore = wantsMore }

  // MARK: The event loop's side

  /// Adds a chunk; false if the pipe is full, so that the socket should not be read.
  func push(_ chunk: ByteBuffer) -> Bool {
    let (reader, hasRoom) = state.withLock { state in
      if let reader = state.reader {
        state.reader = nil
        return (Optional(reader), true)
      }
      guard state.end == nil else { return (nil, true) }
      state.chunks.append(chunk)
      state.bytes += chunk.readableBytes + Self.overhead
      state.isFull = state.bytes >= Self.capacity
      return (nil, !state.isFull)
    }
    reader?.resume(returning: chunk)
    return hasRoom
  }

  /// Ends the body: it is whole.
  func finish() { end(.whole) }

  /// Ends the body with an error: the rest does not come.
  func fail(_ error: any Error) { end(.failed(error)) }

  private func end(_ end: End) {
    let reader = state.withLock { state in
      guard state.end == nil else { return nil as CheckedContinuation<ByteBuffer?, any Error>? }
      state.end = end
      defer { state.reader = nil }
      return state.reader
    }
    switch end {
    case .whole: reader?.resume(returning: nil)
    case .failed(let error): reader?.resume(throwing: error)
    }
  }

  // MARK: The task's side

  /// The next chunk, or nil at the end.
  ///
  /// - Throws: the error of ``fail(_:)``; `CancellationError` if the task is cancelled, or if another task waits for a
  ///   chunk already.
  package func next() async throws -> ByteBuffer? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Step { case chunk(ByteBuffer, hadBeenFull: Bool), end(End), wait, alreadyRead }
        let step: Step = state.withLock { state in
          if !state.chunks.isEmpty {
            let chunk = state.chunks.removeFirst()
            state.bytes -= chunk.readableBytes + Self.overhead
            let reopens = state.isFull && state.bytes < Self.capacity / 2
            if reopens { state.isFull = false }
            return .chunk(chunk, hadBeenFull: reopens)
          }
          if let end = state.end { return .end(end) }
          guard state.reader == nil else { return .alreadyRead }
          state.reader = continuation
          return .wait
        }
        switch step {
        case .chunk(let chunk, let reopens):
          if reopens { wantsMore() }
          continuation.resume(returning: chunk)
        case .end(.whole): continuation.resume(returning: nil)
        case .end(.failed(let error)): continuation.resume(throwing: error)
        case .wait: wantsMore()
        case .alreadyRead: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      fail(CancellationError())
    }
  }
}
