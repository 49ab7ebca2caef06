extension SQL {
  /// The UTF-8 offsets of the placeholders in ``text``, in their order.
  package var offsets: [Int] { bindings.map(\.offset) }

  /// A statement of its parts, as another process sent them.
  ///
  /// - Parameters:
  ///   - text: The text with a `?` for each binding.
  ///   - offsets: The UTF-8 offsets of those placeholders.
  ///   - values: The values, as many as offsets.
  /// - Returns: `nil` if an offset is not that of a `?`, or they do not increase.
  package init?(text: String, offsets: [Int], values: [DatabaseValue]) {
    guard offsets.count == values.count else { return nil }
    var text = text
    let isWhole = text.withUTF8 { bytes in
      var last = -1
      return offsets.allSatisfy { offset in
        guard offset > last, offset < bytes.count else { return false }
        last = offset
        return unsafe bytes[offset] == UInt8(ascii: "?")
      }
    }
    guard isWhole else { return nil }
    self.init(text: text, bindings: zip(offsets, values).map { Binding(offset: $0, value: $1) })
  }
}
