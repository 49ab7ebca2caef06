extension JSONText {
  /// A value's text without white space, with its numbers as they are written.
  func source(at index: Int) throws(UnfitNumber) -> String {
    var writer = JSONWriter()
    try write(index, to: &writer)
    return unsafe writer.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ index: Int, to writer: inout JSONWriter) throws(UnfitNumber) {
    switch tape.kind(at: index) {
    case .null: writer.writeRaw("null")
    case .true: writer.writeRaw("true")
    case .false: writer.writeRaw("false")
    case .string: writer.write(tape.string(at: index))
    case .number:
      let text = tape.number(at: index)
      guard Self.isHeldByDouble(text) else { throw UnfitNumber() }
      writer.writeRaw(text)
    case .array:
      writer.writeRaw("[")
      for (place, child) in tape.elements(of: index).enumerated() {
        if place > 0 { writer.writeRaw(",") }
        try write(child, under: .index(place), to: &writer)
      }
      writer.writeRaw("]")
    case .object:
      writer.writeRaw("{")
      for (place, key) in tape.keys(of: index).enumerated() {
        if place > 0 { writer.writeRaw(",") }
        let name = tape.string(at: key)
        writer.write(name)
        writer.writeRaw(":")
        try write(key + 1, under: .name(name), to: &writer)
      }
      writer.writeRaw("}")
    }
  }

  private func write(_ index: Int, under key: WireKey, to writer: inout JSONWriter) throws(UnfitNumber) {
    do {
      try write(index, to: &writer)
    } catch {
      throw UnfitNumber(path: error.path + [key])
    }
  }

  /// Whether a double holds a number, rounded. It must not be too large, and not so small that the double is subnormal
  /// or zero, and so loses digits.
  private static func isHeldByDouble(_ text: String) -> Bool {
    guard let double = Double(text), double.isFinite else { return false }
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    return double.isNormal || !mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  }
}
