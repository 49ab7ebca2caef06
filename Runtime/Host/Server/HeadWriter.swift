import HTTPTypes
import NIOCore

/// Writes a response's head into memory that is there, and a body after it.
@safe struct HeadWriter: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  private var count = 0

  private init(_ memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = memory }

  /// A buffer of what is written.
  ///
  /// - Parameters:
  ///   - fields: What is written beside the reason and the body.
  ///   - more: How many bytes are written besides, at most.
  static func buffer(
    for fields: HTTPFields, reason: String, body: ByteBuffer?, besides more: Int,
    _ write: (inout HeadWriter) -> Void
  ) -> ByteBuffer {
    var room = more + reason.utf8.count + (body?.readableBytes ?? 0)
    for index in 0..<fields.count {
      let field = fields[index]
      room += field.name.rawName.utf8.count + field.value.utf8.count + 4
    }
    var buffer = ByteBuffer()
    unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { memory in
      var writer = unsafe HeadWriter(memory)
      write(&writer)
      unsafe body?.withUnsafeReadableBytes { unsafe writer.write($0) }
      return writer.count
    }
    return buffer
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    guard unsafe bytes.count <= memory.count - count else { return assertionFailure("There is room for all of it") }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  mutating func write(_ text: String) {
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe write(UnsafeRawBufferPointer($0))
    }
    if isWritten == nil { for byte in text.utf8 { write(byte: byte) } }
  }

  /// Writes a number that is not negative.
  mutating func write(_ number: Int) {
    if number >= 10 { write(number / 10) }
    write(byte: UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func write(byte: UInt8) {
    guard unsafe count < memory.count else { return assertionFailure("There is room for all of it") }
    unsafe memory[count] = byte
    count += 1
  }

  /// Writes a field's line.
  mutating func write(_ name: String, _ value: String) {
    write(name)
    write(byte: UInt8(ascii: ":"))
    write(byte: UInt8(ascii: " "))
    write(value)
    write(byte: UInt8(ascii: "\r"))
    write(byte: UInt8(ascii: "\n"))
  }
}
