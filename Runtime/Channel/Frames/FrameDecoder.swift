import NIOCore

/// Cuts the bytes of a channel into frames. Between calls it holds at most one unfinished frame.
package struct FrameDecoder: Sendable {
  /// The header of the frame whose payload is not whole yet.
  private var header: FrameHeader?
  /// The bytes of the unfinished header or payload.
  private var unfinished = ByteBuffer()

  package init() {}

  package var heldBytes: Int { unfinished.readableBytes }

  /// Reads from a position on, until a frame is whole or the bytes are used up, and moves the position.
  ///
  /// - Returns: the frame, or nil when the bytes are used up.
  /// - Throws: the violation of a header. The decoder is not used after it.
  package mutating func next(_ bytes: RawSpan, _ position: inout Int) throws(ChannelViolation) -> Frame? {
    if header == nil {
      guard let header = try readHeader(bytes, &position) else { return nil }
      let end = position + header.length
      if end <= bytes.byteCount {
        // The payload is here as a whole: it is copied once, into a buffer of its size.
        var payload = ByteBuffer()
        if header.length > 0 {
          payload.reserveCapacity(header.length)
          payload.writeBytes(bytes.extracting(position..<end))
        }
        position = end
        return Frame(header.kind, id: header.id, flags: header.flags, payload: payload)
      }
      self.header = header
      unfinished.reserveCapacity(header.length)
    }
    guard let header else { return nil }
    take(bytes, &position, upTo: header.length)
    guard unfinished.readableBytes == header.length else { return nil }
    defer { (self.header, unfinished) = (nil, ByteBuffer()) }
    return Frame(header.kind, id: header.id, flags: header.flags, payload: unfinished)
  }

  private mutating func readHeader(_ bytes: RawSpan, _ position: inout Int) throws(ChannelViolation) -> FrameHeader? {
    if unfinished.readableBytes == 0, bytes.byteCount - position >= Frame.headerSize {
      defer { position += Frame.headerSize }
      let first = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
      let id = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
      return try FrameHeader(words: UInt64(littleEndian: first), UInt64(littleEndian: id))
    }
    take(bytes, &position, upTo: Frame.headerSize)
    guard unfinished.readableBytes == Frame.headerSize,
      let (first, id) = unfinished.readMultipleIntegers(endianness: .little, as: (UInt64, UInt64).self)
    else { return nil }
    unfinished = ByteBuffer()
    return try FrameHeader(words: first, id)
  }

  private mutating func take(_ bytes: RawSpan, _ position: inout Int, upTo length: Int) {
    let count = min(length - unfinished.readableBytes, bytes.byteCount - position)
    guard count > 0 else { return }
    unfinished.writeBytes(bytes.extracting(position..<position + count))
    position += count
  }
}
