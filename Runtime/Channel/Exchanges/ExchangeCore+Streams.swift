import NIOCore
import Synchronization

extension ExchangeCore {
  // MARK: This side's stream

  func write(_ piece: ByteBuffer) async throws {
    var rest = piece
    while rest.readableBytes > 0 {
      try Task.checkCancellation()
      let (credits, end) = mailbox.withLock { ($0.credits, $0.sendingEnd) }
      if let end { throw end }
      switch channel.send(&rest, of: id) {
      case .isSent: continue
      case .mustWait: await waitUnlessCancelled(for: .credit) { $0.credits != credits || $0.sendingEnd != nil }
      case .isOver: throw mailbox.withLock { $0.sendingEnd } ?? CancellationError()
      }
    }
  }

  func endStream() { channel.send { state in state.update(self.id) { $0.end(self.id) } } }

  func failStream(_ reason: String) { channel.send { state in state.update(self.id) { $0.fail(self.id, reason) } } }

  // MARK: The other side's stream

  func takeBody() -> ExchangeBody? {
    mailbox.withLock { mailbox in mailbox.takeBody { BodyHandle(of: self) } }.map(ExchangeBody.init)
  }

  func nextPiece() async throws -> ByteBuffer? {
    while true {
      if let result = mailbox.withLock({ $0.takePiece() }) {
        let piece = try result.get()
        if let piece { channel.consumed(piece.readableBytes, of: self) }
        return piece
      }
      try Task.checkCancellation()
      await waitUnlessCancelled(for: .piece) { !$0.pieces.isEmpty || $0.bodyEnd != nil }
    }
  }

  func stopBody() {
    channel.send { state in state.update(self.id) { $0.stop(self.id) } }
    perform(mailbox.withLock { $0.stop() })
  }

  /// Stops the other side's stream if no task has taken it, also one that is still to begin.
  func abandonBody() {
    if mailbox.withLock({ $0.abandonBody() }) { stopBody() }
  }
}
