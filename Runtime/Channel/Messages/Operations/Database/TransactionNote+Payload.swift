package import NIOCore

extension TransactionNote {
  /// Reads a note; nil if it is no note of a transaction's end.
  package init?(payload: ByteBuffer) {
    guard payload.readableBytes == 1, let byte = payload.getInteger(at: payload.readerIndex, as: UInt8.self) else {
      return nil
    }
    self.init(rawValue: byte)
  }

  /// The note as a payload.
  package var payload: ByteBuffer { ByteBuffer(integer: rawValue) }
}
