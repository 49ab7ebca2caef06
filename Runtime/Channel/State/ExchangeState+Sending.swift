import NIOCore

extension ExchangeState {
  /// The result of a request to send a piece.
  enum Sent {
    /// This frame is to be sent, with all or the first part of the piece.
    case frame(Frame)
    /// There is no credit now.
    case mustWait
    /// There is no open stream, or the other side takes no more.
    case isOver
  }

  /// Cuts the next frame off a piece, within the credit.
  mutating func send(_ piece: inout ByteBuffer, of id: UInt64) -> Sent {
    guard case .open(let credit) = sending else { return .isOver }
    let count = min(piece.readableBytes, credit, Frame.maximumPiece)
    guard count > 0, let part = piece.readSlice(length: count) else { return .mustWait }
    sending = .open(credit: credit - count)
    return .frame(Frame(.piece, id: id, payload: part))
  }

  /// Ends this side's stream; nil if it is not open.
  mutating func end(_ id: UInt64) -> Frame? { finish() ? Frame(.end, id: id) : nil }

  /// Breaks this side's stream off; nil if it is not open.
  mutating func fail(_ id: UInt64, _ reason: String) -> Frame? {
    finish() ? Frame(.fail, id: id, payload: ByteBuffer(bytes: reason.utf8.prefix(Frame.maximumReason))) : nil
  }

  private mutating func finish() -> Bool {
    guard sending.isOpen else { return false }
    sending = .over
    return true
  }

  /// Records that bytes of the other side's stream were taken; nil if no credit is due now.
  mutating func consumed(_ count: Int, of id: UInt64) -> Frame? {
    guard case .open(let credit, var consumed) = receiving else { return nil }
    consumed += count
    guard consumed >= ReceivingStream.step else {
      receiving = .open(credit: credit, consumed: consumed)
      return nil
    }
    receiving = .open(credit: credit + consumed, consumed: 0)
    var payload = ByteBuffer()
    payload.writeInteger(UInt32(clamping: consumed), endianness: .little)
    return Frame(.credit, id: id, payload: payload)
  }

  /// Takes no more of the other side's stream; nil if it is not open.
  mutating func stop(_ id: UInt64) -> Frame? {
    guard case .open(let credit, _) = receiving else { return nil }
    receiving = .stopped(credit: credit)
    return Frame(.stop, id: id)
  }

  /// Cancels an exchange that this side has opened; nil for an exchange of the other side, and for one that is
  /// cancelled already.
  mutating func cancel(_ id: UInt64) -> Frame? {
    guard isOwn, !isCancelled else { return nil }
    isCancelled = true
    return Frame(.cancel, id: id)
  }
}
