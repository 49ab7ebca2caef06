/// The body of a response before it is read. Its end without a reader ends the transfer.
final class UnreadPipe: Sendable {
  private let pipe: ResponsePipe

  init(_ pipe: ResponsePipe) { self.pipe = pipe }

  deinit {
    if !pipe.isClaimed { pipe.abandon() }
  }

  /// The reader; `nil` from the second call on.
  func reader() -> PipeReader? { pipe.claim() ? PipeReader(pipe) : nil }
}
