package import HTTPTypes
import Wire

/// The buffer in which a response is written. A handler writes its header fields to it.
package struct ResponseBytes: ~Copyable {
  private var output: ByteWriter
  /// Whether a `Date` field was written.
  private(set) var hasDate = false
  /// Whether the response switches protocols, so that `Connection` and `Upgrade` are the handler's.
  var isUpgrade = false

  init(capacity: Int) { output = ByteWriter(capacity: capacity) }

  /// Writes a field, except for those that frame the message, which the server writes.
  package mutating func write(_ name: HTTPField.Name, _ value: String) {
    guard writeName(name) else { return }
    output.write(value)
    output.write(literal: "\r\n")
  }

  /// Writes a field byte by byte, also if its value is not UTF-8, except for those that frame the message.
  package mutating func write(_ field: HTTPField) {
    guard writeName(field.name) else { return }
    unsafe field.withUnsafeBytesOfValue { unsafe output.write(UnsafeRawBufferPointer($0)) }
    output.write(literal: "\r\n")
  }

  /// Writes the start of a field's line; false for a field that the server writes itself.
  private mutating func writeName(_ name: HTTPField.Name) -> Bool {
    let canonical = name.canonicalName
    if isServers(canonical) { return false }
    if canonical.utf8.count == 4, canonical == "date" { hasDate = true }
    output.write(name.rawName)
    output.write(literal: ": ")
    return true
  }

  /// Keeps the server from adding a `Date` field, whether or not the handler has written one.
  package mutating func omitDate() { hasDate = true }

  /// Writes a field whose value has a known number of bytes.
  package mutating func write(
    _ name: StaticString, count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    output.write(literal: name)
    output.write(literal: ": ")
    unsafe output.write(count: count, fill)
    output.write(literal: "\r\n")
  }

  /// Whether the server writes a field itself.
  private func isServers(_ name: String) -> Bool {
    Self.isFraming(name) && (!isUpgrade || (name != "connection" && name != "upgrade"))
  }

  /// Whether a field frames a message.
  private static func isFraming(_ name: String) -> Bool {
    // Comparing lengths first is faster.
    switch name.utf8.count {
    case 7: name == "upgrade" || name == "trailer"
    case 10: name == "connection" || name == "keep-alive"
    case 14: name == "content-length"
    case 17: name == "transfer-encoding"
    default: false
    }
  }

  mutating func write(_ text: String) { output.write(text) }

  mutating func write(literal text: StaticString) { output.write(literal: text) }

  mutating func write(_ number: Int) { output.write(number) }

  mutating func write(_ bytes: UnsafeRawBufferPointer) { unsafe output.write(bytes) }

  /// Gives access to the bytes written so far.
  borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe output.withBytes(body)
  }
}
