package import NIOCore

/// The body of a request or a response in a message.
package enum MessageBody: Message, Hashable {
  /// No body, or one without bytes.
  case none
  /// All bytes, at most ``MessageBody/longestWhole``.
  case whole(ByteBuffer)
  /// The bytes follow as the exchange's stream. `length` is nil if their number is not known.
  case stream(length: Int?)

  /// The most bytes of a body in a message; longer ones go as the exchange's stream.
  package static let longestWhole = 64 << 10

  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .none
    case 1:
      let bytes = try reader.readBuffer()
      guard bytes.readableBytes <= Self.longestWhole else { throw MessageFault("a body is too long for a message") }
      self = .whole(bytes)
    case 2: self = .stream(length: nil)
    case 3:
      let length = try reader.readInt()
      guard length >= 0 else { throw MessageFault("a length is negative") }
      self = .stream(length: length)
    default: throw MessageFault("the kind of a body is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .none: writer.write(0 as UInt8)
    case .whole(let bytes):
      writer.write(1 as UInt8)
      writer.write(bytes)
    case .stream(nil): writer.write(2 as UInt8)
    case .stream(let length?):
      writer.write(3 as UInt8)
      writer.write(length)
    }
  }
}
