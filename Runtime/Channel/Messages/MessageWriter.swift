package import Edge
package import FoundationEssentials
package import HTTPTypes
package import NIOCore
import Wire

/// Writes the binary form of a ``Message``.
package struct MessageWriter: Sendable {
  /// The bytes so far.
  package private(set) var buffer: ByteBuffer

  package init() { buffer = ByteBufferAllocator().buffer(capacity: 256) }

  package mutating func write(_ number: some FixedWidthInteger) { buffer.writeInteger(number, endianness: .little) }

  package mutating func write(_ number: Int) { write(Int64(number)) }
  package mutating func write(_ number: Int64) { buffer.writeInteger(number, endianness: .little) }
  package mutating func write(_ number: UInt64) { buffer.writeInteger(number, endianness: .little) }

  /// Writes a number as the bits of IEEE 754.
  package mutating func write(_ number: Double) { write(number.bitPattern) }

  /// Writes a byte, 0 or 1.
  package mutating func write(_ truth: Bool) { write(truth ? 1 as UInt8 : 0) }

  /// Writes a text in UTF-8 after its length.
  package mutating func write(_ text: String) {
    let start = buffer.writerIndex
    write(0 as UInt32)
    let count = buffer.writeString(text)
    buffer.setInteger(UInt32(clamping: count), at: start, endianness: .little)
  }

  /// Writes bytes after their length.
  package mutating func write(_ bytes: [UInt8]) {
    write(UInt32(clamping: bytes.count))
    buffer.writeBytes(bytes)
  }

  /// Writes bytes after their length.
  package mutating func write(_ bytes: ByteBuffer) {
    write(UInt32(clamping: bytes.readableBytes))
    buffer.writeImmutableBuffer(bytes)
  }

  /// Writes a UUID's 16 bytes.
  package mutating func write(_ id: UUID) {
    unsafe withUnsafeBytes(of: id.uuid) { unsafe _ = buffer.writeBytes($0) }
  }

  /// Writes an instant as seconds since 1970. One that the reader would refuse, such as `Date.distantPast`, becomes the
  /// nearest one that it takes.
  package mutating func write(_ date: Date) {
    write(min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799))
  }

  /// Writes a duration as its whole seconds and the remaining attoseconds. A duration beyond 100 years is written as
  /// 100 years.
  package mutating func write(_ duration: Duration) {
    let components = min(max(duration, .zero - .century), .century).components
    write(components.seconds)
    write(components.attoseconds)
  }

  /// Writes header fields: names and values, in their order.
  package mutating func write(_ fields: HTTPFields) {
    write(UInt32(clamping: fields.count))
    for field in fields {
      write(field.name.rawName)
      unsafe field.withUnsafeBytesOfValue { bytes in
        write(UInt32(clamping: bytes.count))
        unsafe buffer.writeBytes(bytes)
      }
    }
  }

  /// Writes a request's header fields in the form of `HTTPFields`, after the number of their bytes.
  package mutating func write(received fields: RequestFields) {
    let start = buffer.writerIndex
    write(0 as UInt32)
    write(UInt32(clamping: fields.count))
    fields.forEach { name, value in
      write(name)
      write(UInt32(clamping: value.count))
      buffer.writeBytes(value)
    }
    buffer.setInteger(UInt32(clamping: buffer.writerIndex - start - 4), at: start, endianness: .little)
  }

  /// Writes a status of HTTP with its reason phrase.
  package mutating func write(_ status: HTTPResponse.Status) {
    write(UInt16(clamping: status.code))
    write(status.reasonPhrase)
  }

  package mutating func write(_ message: some Message) { message.write(to: &self) }

  /// Writes a case of an enumeration: its number, then its values.
  mutating func write<each Value: Message>(case number: UInt8, _ values: repeat each Value) {
    write(number)
    repeat (each values).write(to: &self)
  }

  /// Writes an optional value: a byte, then the value if there is one.
  package mutating func write<Value>(_ value: Value?, _ write: (inout MessageWriter, Value) -> Void) {
    self.write(value != nil)
    if let value { write(&self, value) }
  }

  /// Writes values after their number.
  package mutating func write<Value>(each values: [Value], _ write: (inout MessageWriter, Value) -> Void) {
    self.write(UInt32(clamping: values.count))
    for value in values { write(&self, value) }
  }

  /// Writes a rare value as JSON; `null` for a value that JSON has no form for, which the reader refuses.
  package mutating func write(json value: some Encodable) { write((try? Wire.encode(value)) ?? Array("null".utf8)) }
}
