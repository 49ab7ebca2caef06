import NIOCore

/// The form of a message that may be longer than a frame's payload.
///
/// The payload's first byte is 0, and the message follows; or it is 1, the message's length follows, and the message itself comes as the
/// exchange's stream.
enum LongMessage {
  /// The most bytes of a message in a payload.
  static let longestWhole = 256 << 10
  /// The most bytes of a message.
  static let longest = 64 << 20
  /// The most bytes of a piece.
  private static let piece = 64 << 10

  /// A payload, and the bytes that follow it as a stream.
  struct Parts {
    let payload: ByteBuffer
    let rest: ByteBuffer?
  }

  /// Cuts a message.
  ///
  /// - Throws: ``MessageFault`` for a message that is too long.
  static func cut(_ message: some Message) throws(MessageFault) -> Parts {
    var writer = MessageWriter()
    writer.write(0 as UInt8)
    writer.write(message)
    let count = writer.buffer.readableBytes - 1
    guard count > longestWhole else { return Parts(payload: writer.buffer, rest: nil) }
    guard count <= longest else { throw MessageFault("it has \(count) bytes: at most \(longest) can be sent") }
    var head = MessageWriter(capacity: 8)
    head.write(1 as UInt8)
    head.write(UInt32(count))
    var rest = writer.buffer
    rest.moveReaderIndex(forwardBy: 1)
    return Parts(payload: head.buffer, rest: rest)
  }

  /// Passes a stream's bytes in pieces.
  nonisolated(nonsending) static func write(
    _ rest: ByteBuffer, _ write: nonisolated(nonsending) (ByteBuffer) async throws -> Void
  ) async throws {
    var rest = rest
    while let slice = rest.readSlice(length: min(piece, rest.readableBytes)), slice.readableBytes > 0 {
      try await write(slice)
    }
  }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - payload: the payload.
  ///   - body: the exchange's stream; it is taken only if the message is in it.
  /// - Throws: ``MessageFault``; the errors of the stream.
  nonisolated(nonsending) static func read<Value: Message>(
    _ type: Value.Type, _ payload: ByteBuffer, body: () -> ExchangeBody?
  ) async throws -> Value {
    var reader = MessageReader(payload)
    switch try reader.read(UInt8.self) {
    case 0:
      let value = try Value(from: &reader)
      guard reader.isAtEnd else { throw MessageFault("bytes follow its end") }
      return value
    case 1:
      let count = Int(try reader.read(UInt32.self))
      guard reader.isAtEnd, count <= longest, let body = body() else {
        throw MessageFault("its stream is missing or too long")
      }
      var whole = ByteBuffer()
      while var piece = try await body.next() {
        guard whole.readableBytes + piece.readableBytes <= count else { throw MessageFault("bytes follow its end") }
        whole.writeBuffer(&piece)
      }
      guard whole.readableBytes == count else { throw MessageFault("it is cut off") }
      return try Value(payload: whole)
    default: throw MessageFault("its form is not known")
    }
  }
}
