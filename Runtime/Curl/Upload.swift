import HTTPCalls
import NIOCore

/// A request body that is read from its source while it is sent. The end of this object cancels a call of the source.
final class Upload {
  private let next: @Sendable () async throws -> ByteBuffer?
  private let deliver: @Sendable (Result<ByteBuffer?, any Error>) -> Void
  private var state: UploadState
  private var call: Task<Void, Never>?

  /// - Parameters:
  ///   - length: the number of bytes; nil if it is not known.
  ///   - next: returns the next chunk of the source; nil at its end.
  ///   - deliver: called with each chunk, on any thread; with nil at the end.
  init(
    length: Int?, next: @escaping @Sendable () async throws -> ByteBuffer?,
    deliver: @escaping @Sendable (Result<ByteBuffer?, any Error>) -> Void
  ) {
    self.next = next
    self.deliver = deliver
    state = UploadState(length: length)
  }

  deinit { call?.cancel() }

  /// Copies bytes for libcurl. An empty buffer is filled from the source.
  func read(into room: UnsafeMutableRawBufferPointer) -> UploadState.Demand {
    let demand = unsafe state.read(into: room)
    if case .wait(pulls: true) = demand { pull() }
    return demand
  }

  /// Takes the next chunk or the end. Returns whether libcurl can go on.
  func supply(_ chunk: ByteBuffer?) throws(HTTPClientError) -> Bool {
    guard try state.supply(chunk) else {
      pull()
      return false
    }
    return true
  }

  private func pull() {
    call = Task { [next, deliver] in
      do { deliver(.success(try await next())) } catch { deliver(.failure(error)) }
    }
  }
}
