package import FoundationEssentials
package import NIOCore

/// A value with a binary form on a channel.
///
/// Numbers are little-endian, texts and bytes follow their length, an optional follows a byte. Reading never traps and
/// never allocates more than a few times the bytes that are there: whatever the bytes are, the result is a value or a
/// ``MessageFault``.
package protocol Message: Sendable {
  /// Reads a value.
  init(from reader: inout MessageReader) throws(MessageFault)

  /// Writes the value.
  func write(to writer: inout MessageWriter)
}

extension Message {
  /// Reads a payload that consists of this value alone.
  ///
  /// - Throws: ``MessageFault``, also if bytes are left.
  package init(payload: ByteBuffer) throws(MessageFault) {
    var reader = MessageReader(payload)
    try self.init(from: &reader)
    guard reader.isAtEnd else { throw MessageFault("bytes follow its end") }
  }

  /// The value as a payload.
  package var payload: ByteBuffer {
    var writer = MessageWriter()
    write(to: &writer)
    return writer.buffer
  }
}

/// An enumeration whose values are numbers of one byte.
extension Message where Self: RawRepresentable, Self.RawValue == UInt8 {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readRaw() }

  package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
}

extension Int: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readInt() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension Int64: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.read() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension UInt64: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.read() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension Double: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readDouble() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension Bool: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readBool() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension String: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readString() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension UUID: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readUUID() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension Date: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readDate() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}

extension Duration: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) { self = try reader.readDuration() }
  package func write(to writer: inout MessageWriter) { writer.write(self) }
}
