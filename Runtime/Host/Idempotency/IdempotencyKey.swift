import Edge
import HTTPTypes

/// The text of a request's `Idempotency-Key`.
///
/// It is read from a quoted string (draft-ietf-httpapi-idempotency-key-header, RFC 8941 section 3.3.3), or bare as
/// Stripe's clients send it. Both forms of a text are the same key.
struct IdempotencyKey: Sendable, Hashable {
  /// The most characters of a key.
  static let longest = 255

  /// The key's characters: printable ASCII.
  let text: String

  /// The key of a request; nil if it has none.
  ///
  /// - Throws: ``HostError`` 400 `IDEMPOTENCY_KEY_INVALID`.
  init?(of fields: RequestFields) throws(HostError) {
    switch fields.sole(.idempotencyKey) {
    case .none: return nil
    case .one(let value): try self.init(value: value)
    case .several: throw .invalidKey("is sent more than once")
    }
  }

  init(value: ArraySlice<UInt8>) throws(HostError) {
    let isQuoted = value.first == UInt8(ascii: "\"")
    let bytes = isQuoted ? try Self.unquoted(value.dropFirst()) : try Self.bare(value)
    guard !bytes.isEmpty else { throw .invalidKey("is empty") }
    guard bytes.count <= Self.longest else { throw .invalidKey("has more than \(Self.longest) characters") }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a quoted string, of which the first quotation mark is read already.
  private static func unquoted(_ value: ArraySlice<UInt8>) throws(HostError) -> [UInt8] {
    var text: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        guard rest.isEmpty else { throw .invalidKey("goes on after its closing quotation mark") }
        return text
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
          throw .invalidKey(#"has a backslash before other characters than " and \"#)
        }
        text.append(escaped)
      case 0x20...0x7e: text.append(byte)
      default: throw .invalidKey("has characters other than printable ASCII")
      }
    }
    throw .invalidKey("has no closing quotation mark")
  }

  /// Reads a bare key. Without quotation marks, the characters that structure a field's value cannot be a part of it.
  private static func bare(_ value: ArraySlice<UInt8>) throws(HostError) -> [UInt8] {
    for byte in value {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"):
        throw .invalidKey("has a character that needs quotation marks around the key")
      case 0x21...0x7e: continue
      default: throw .invalidKey("has characters other than printable ASCII, or a space without quotation marks")
      }
    }
    return [UInt8](value)
  }
}
