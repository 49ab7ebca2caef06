package import FoundationEssentials

/// Writes the shortest JSON text.
package struct JSONWriter: ~Copyable {
  private var output: ByteWriter

  /// - Parameter capacity: The likely length of the text in bytes.
  package init(capacity: Int = 256) { output = ByteWriter(capacity: capacity) }

  /// A string as JSON, with its quotes.
  package static func quoted(_ text: String) -> String {
    var writer = JSONWriter(capacity: text.utf8.count + 16)
    writer.write(text)
    return unsafe writer.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The text that is written so far.
  package var bytes: [UInt8] { unsafe output.withBytes { unsafe Array($0) } }

  /// Calls a closure with the text that is written so far.
  package borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe output.withBytes(body)
  }

  package mutating func write(_ content: JSONContent) {
    switch content {
    case .node(let node): write(node.content)
    case .null: output.write("null")
    case .literal(let text): output.write(text)
    case .string(let text): write(text)
    case .array(let elements):
      output.write(byte: UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.write(byte: UInt8(ascii: ",")) }
        write(element)
      }
      output.write(byte: UInt8(ascii: "]"))
    case .object(let members):
      output.write(byte: UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.write(byte: UInt8(ascii: ",")) }
        write(member.key)
        output.write(byte: UInt8(ascii: ":"))
        write(member.value)
      }
      output.write(byte: UInt8(ascii: "}"))
    }
  }

  /// Writes a part of a JSON text as it is.
  package mutating func writeRaw(_ text: String) { output.write(text) }

  package mutating func writeNumber(_ number: Int) { output.write(number) }

  /// Writes a number of thousandths, which is not negative, with three digits after the point.
  package mutating func writeThousandths(_ number: Int) {
    output.write(number / 1000)
    output.write(byte: UInt8(ascii: "."))
    for unit in [100, 10, 1] { output.write(byte: UInt8(ascii: "0") + UInt8(number.magnitude / UInt(unit) % 10)) }
  }

  /// Writes an instant as ``WireDate`` does, with its quotes.
  package mutating func write(_ date: Date) {
    output.write(byte: UInt8(ascii: "\""))
    unsafe output.write(count: WireDate.length) { unsafe WireDate.write(date, to: $0) }
    output.write(byte: UInt8(ascii: "\""))
  }

  package mutating func write(_ id: UUID) {
    output.write(byte: UInt8(ascii: "\""))
    unsafe output.write(count: 36) { unsafe id.write(to: $0) }
    output.write(byte: UInt8(ascii: "\""))
  }

  package mutating func write(_ text: String) {
    output.write(byte: UInt8(ascii: "\""))
    let isPlain = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      let isPlain = unsafe JSONPlainRun(text.span, from: 0, to: text.count).end == text.count
      if isPlain { unsafe output.write(UnsafeRawBufferPointer(text)) }
      return isPlain
    }
    if isPlain != true { for byte in text.utf8 { writeEscaped(byte) } }
    output.write(byte: UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): output.write(#"\""#)
    case UInt8(ascii: "\\"): output.write(#"\\"#)
    case 0x0A: output.write(#"\n"#)
    case 0x0D: output.write(#"\r"#)
    case 0x09: output.write(#"\t"#)
    case 0..<0x20:
      output.write(#"\u00"#)
      output.write(byte: ASCII.hexDigit(byte >> 4))
      output.write(byte: ASCII.hexDigit(byte))
    default: output.write(byte: byte)
    }
  }
}
