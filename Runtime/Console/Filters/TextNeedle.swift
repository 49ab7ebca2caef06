import Wire

/// A text that is looked for in others, regardless of the case of ASCII letters.
///
/// A filter tests each record of the ring, so nothing is copied.
package struct TextNeedle: Sendable, Hashable {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = text.utf8.map { ASCII.lowercased($0) } }

  /// Whether the text occurs in another one. An empty text occurs in each.
  package func occurs(in text: String) -> Bool {
    guard let first = bytes.first else { return true }
    let text = text.utf8.span
    guard text.count >= bytes.count else { return false }
    for start in 0...(text.count - bytes.count) where ASCII.lowercased(text[start]) == first {
      var index = 1
      while index < bytes.count, ASCII.lowercased(text[start + index]) == bytes[index] { index += 1 }
      if index == bytes.count { return true }
    }
    return false
  }
}
