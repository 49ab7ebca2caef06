import NIOCore

/// The rules of the bounded buffer between a transfer and the reader of its body. A value without a lock or a thread.
///
/// `Reader` is a reader that waits. At most one waits at a time.
package struct ResponsePipeState<Reader> {
  /// The result of offering received bytes.
  package enum Offer {
    /// The buffer has them.
    case taken
    /// The bytes go to a reader that has waited for them.
    case handOver(to: Reader)
    /// The buffer is full. The transfer pauses until a reader has emptied it.
    case full
    /// The reader has gone: the transfer is to end.
    case unwanted
  }

  /// The result of a reader's step.
  enum Step {
    /// Bytes; `resumes` tells that the transfer has paused and is to go on.
    case chunk(ByteBuffer, resumes: Bool)
    case end
    case failed(any Error)
    /// No byte has arrived: the reader is to wait.
    case empty
  }

  /// An unfinished body that its reader has left, with the reader if it waited.
  struct Abandoned {
    var reader: Reader?
  }

  private let capacity: Int
  private var buffer = ByteBuffer()
  private var isPaused = false
  private var waiting: Reader?
  private var end: Result<Void, any Error>?
  private var isAbandoned = false
  private(set) var isClaimed = false

  /// - Parameter capacity: the number of bytes from which on the buffer is full.
  init(capacity: Int) { self.capacity = capacity }

  /// Whether received bytes are wanted.
  private var isOpen: Bool { !isAbandoned && end == nil }

  /// Makes the caller the reader; `false` if there was one already.
  mutating func claim() -> Bool {
    defer { isClaimed = true }
    return !isClaimed
  }

  mutating func offer(_ bytes: ByteBuffer) -> Offer {
    guard isOpen else { return .unwanted }
    if let reader = waiting {
      waiting = nil
      return .handOver(to: reader)
    }
    guard buffer.readableBytes < capacity else {
      isPaused = true
      return .full
    }
    if buffer.readableBytes == 0 { buffer = bytes } else { buffer.writeImmutableBuffer(bytes) }
    return .taken
  }

  /// Ends the body; returns the reader that waits. The first end counts.
  mutating func finish(_ result: Result<Void, any Error>) -> Reader? {
    guard isOpen else { return nil }
    end = result
    defer { waiting = nil }
    return waiting
  }

  /// Ends the body for its reader, which has gone or is cancelled; `nil` if the transfer has ended before.
  mutating func abandon() -> Abandoned? {
    guard !isAbandoned else { return nil }
    isAbandoned = true
    buffer = ByteBuffer()
    defer { waiting = nil }
    return end == nil ? Abandoned(reader: waiting) : nil
  }

  /// Takes all bytes that have arrived.
  mutating func take() -> Step {
    if isAbandoned { return .failed(CancellationError()) }
    if buffer.readableBytes > 0 {
      defer {
        buffer = ByteBuffer()
        isPaused = false
      }
      return .chunk(buffer, resumes: isPaused)
    }
    switch end {
    case .success: return .end
    case .failure(let error): return .failed(error)
    case nil: return .empty
    }
  }

  /// Takes a reader that waits if there is nothing to take.
  mutating func wait(_ reader: Reader) -> Step {
    let step = take()
    if case .empty = step { waiting = reader }
    return step
  }
}
