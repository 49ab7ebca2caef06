package import NIOCore

/// A frame's header: 16 bytes, little-endian. Its parts are checked when it is read.
package struct FrameHeader: Sendable, Hashable {
  package var kind: FrameKind
  package var flags: FrameFlags
  package var id: UInt64
  /// The length of the payload in bytes.
  package var length: Int

  package init(kind: FrameKind, flags: FrameFlags = [], id: UInt64, length: Int) {
    self.kind = kind
    self.flags = flags
    self.id = id
    self.length = length
  }

  /// Reads the 16 bytes of a header as two numbers, the first eight bytes and the id.
  ///
  /// - Throws: the violation, for a header that no side may send.
  package init(words first: UInt64, _ id: UInt64) throws(ChannelViolation) {
    let version = UInt8(truncatingIfNeeded: first >> 32)
    guard version == Frame.version else { throw .version(version) }
    let rawKind = UInt8(truncatingIfNeeded: first >> 40)
    guard let kind = FrameKind(rawValue: rawKind) else { throw .kind(rawKind) }
    let flags = FrameFlags(rawValue: UInt8(truncatingIfNeeded: first >> 48))
    guard kind.allows(flags) else { throw .flags(kind, flags.rawValue) }
    let reserved = UInt8(truncatingIfNeeded: first >> 56)
    guard reserved == 0 else { throw .reserved(reserved) }
    let length = Int(UInt32(truncatingIfNeeded: first))
    guard kind.lengths.contains(length) else { throw .length(kind, length) }
    guard kind.allows(id: id) else { throw .id(kind, id) }
    self.init(kind: kind, flags: flags, id: id, length: length)
  }

  /// Appends the header's bytes to a buffer.
  package func write(to buffer: inout ByteBuffer) {
    let first =
      UInt64(UInt32(truncatingIfNeeded: length)) | UInt64(Frame.version) << 32 | UInt64(kind.rawValue) << 40
      | UInt64(flags.rawValue) << 48
    buffer.writeMultipleIntegers(first, id, endianness: .little)
  }
}

extension FrameKind {
  /// The lengths that the payload of this kind may have.
  package var lengths: ClosedRange<Int> {
    switch self {
    case .hello, .open, .answer, .fail, .note: 0...Frame.maximumPayload
    case .piece: 1...Frame.maximumPiece
    case .credit: 4...4
    case .end, .done, .cancel, .stop: 0...0
    }
  }

  fileprivate func allows(_ flags: FrameFlags) -> Bool {
    switch self {
    case .open: flags.isSubset(of: .hasBody)
    case .answer: flags == [] || flags == .hasBody || flags == .isDone
    default: flags == []
    }
  }

  fileprivate func allows(id: UInt64) -> Bool {
    switch self {
    case .hello: id == 0
    case .note: true
    default: id != 0
    }
  }
}
