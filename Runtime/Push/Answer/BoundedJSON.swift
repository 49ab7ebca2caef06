internal import Foundation

/// Decodes JSON from the network. Foundation's decoder recurses, so depth and size are checked before it sees the text.
enum BoundedJSON {
  /// How deep arrays and objects may nest. Apple's answers are two deep.
  static let maximumDepth = 16

  /// The value, or nil if the text is larger than `limit`, too deep, or not such a value.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8], limit: Int) -> Value? {
    guard !bytes.isEmpty, bytes.count <= limit, isShallow(bytes) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Whether no more than ``maximumDepth`` brackets are open at once. Brackets in strings do not count. A zero byte is refused: it is none of
  /// JSON's, and the decoder would take it for a sign of UTF-16, where strings end elsewhere.
  private static func isShallow(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var inString = false
    var escaped = false
    for byte in bytes {
      if byte == 0 { return false }
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > maximumDepth { return false }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return true
  }
}
