import NIOCore

/// Writes a response's head: into an array, which grows at less cost than a buffer that others may hold.
struct HeadWriter {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  mutating func write(_ text: String) {
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe bytes.append(contentsOf: $0) }
    if isWritten == nil { bytes.append(contentsOf: text.utf8) }
  }

  /// Writes a number that is not negative.
  mutating func write(_ number: Int) {
    if number >= 10 { write(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Writes a field's line.
  mutating func write(_ name: String, _ value: String) {
    write(name)
    write(": ")
    write(value)
    write("\r\n")
  }

  /// The head, and after it a body.
  consuming func finished(with body: ByteBuffer?) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(bytes.count + (body?.readableBytes ?? 0))
    buffer.writeBytes(bytes)
    if let body { buffer.writeImmutableBuffer(body) }
    return buffer
  }
}
