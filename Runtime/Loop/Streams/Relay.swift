import Synchronization

/// Copies bytes between two streams.
///
/// It works with closures on the loops of the streams: a task for each direction would hold some 1.5 kB while a
/// connection is idle (measured).
package final class Relay: Sendable {
  private struct State {
    /// The directions that have not ended.
    var open = 2
    var waiting: CheckedContinuation<Void, any Error>?
  }

  private let one: ByteStream
  private let other: ByteStream
  private let state = Mutex(State())

  /// A relay that copies nothing yet.
  package init(_ one: ByteStream, _ other: ByteStream) {
    self.one = one
    self.other = other
  }

  /// Copies in both directions until both have ended; called once. The end of one direction is passed on, and the other
  /// goes on.
  ///
  /// - Throws: ``ByteStream/Closed`` when a connection breaks or the task is cancelled; both are closed then.
  package func run() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting = continuation }
        copy(from: one, to: other)
        copy(from: other, to: one)
      }
    } onCancel: {
      close()
    }
  }

  private func copy(from source: ByteStream, to sink: ByteStream) {
    source.read { [self] result in
      switch result {
      case .success(let bytes?): write(bytes, from: source, to: sink)
      case .success(nil):
        sink.endOutput()
        end()
      case .failure(let error): fail(error)
      }
    }
  }

  private func write(_ bytes: [UInt8], from source: ByteStream, to sink: ByteStream) {
    sink.write(bytes) { [self] result in
      switch result {
      case .success: copy(from: source, to: sink)
      case .failure(let error): fail(error)
      }
    }
  }

  private func end() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      state.open -= 1
      return state.open == 0 ? state.waiting.take() : nil
    }
    waiting?.resume()
  }

  private func fail(_ error: ByteStream.Closed) {
    close()
    state.withLock { $0.waiting.take() }?.resume(throwing: error)
  }

  private func close() {
    one.close()
    other.close()
  }
}
