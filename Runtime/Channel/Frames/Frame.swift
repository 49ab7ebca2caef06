package import NIOCore

/// One message on a channel: a header of 16 bytes, and a payload.
package struct Frame: Sendable, Hashable {
  /// The protocol's version, which every header has.
  package static let version: UInt8 = 1
  /// The size of a header in bytes.
  package static let headerSize = 16
  /// The largest payload in bytes.
  package static let maximumPayload = 1 << 20
  /// The largest payload of a `piece` in bytes.
  package static let maximumPiece = 64 << 10
  /// The bytes that the sender of a stream may send before the receiver gives credit.
  package static let initialCredit = 256 << 10
  /// The bytes after which the text of a `fail` is cut.
  package static let maximumReason = 16 << 10

  package var kind: FrameKind
  package var flags: FrameFlags
  /// The id of the exchange; 0 for the channel itself.
  package var id: UInt64
  package var payload: ByteBuffer

  package init(_ kind: FrameKind, id: UInt64, flags: FrameFlags = [], payload: ByteBuffer = ByteBuffer()) {
    self.kind = kind
    self.flags = flags
    self.id = id
    self.payload = payload
  }

  /// Appends the frame's bytes to a buffer.
  package func write(to buffer: inout ByteBuffer) {
    writeHeader(to: &buffer)
    buffer.writeImmutableBuffer(payload)
  }

  /// Appends the header's bytes to a buffer.
  func writeHeader(to buffer: inout ByteBuffer) {
    FrameHeader(kind: kind, flags: flags, id: id, length: payload.readableBytes).write(to: &buffer)
  }
}
