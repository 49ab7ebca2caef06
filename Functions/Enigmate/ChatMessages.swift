import Edge

/// The messages of a chat: a list of JSON objects, whose members are the app's own.
struct ChatMessages: Sendable {
  /// The most messages of a chat.
  static let limit = 500
  /// The most bytes of a chat as JSON text. The answer to a saved chat, which has the messages, its id and its time, is
  /// then less than what is kept for an idempotency key, 65,536 bytes.
  static let maximumBytes = 65_000
  /// The most bytes of a chat as `jsonb` writes it, with spaces and without exponents. On Postgres a constraint has the
  /// same bound.
  static let maximumStoredBytes = 65_536
  /// The deepest nesting of a message.
  private static let maximumDepth = 16

  let list: [JSONValue]
  /// The messages as JSON text.
  let text: String
}

extension ChatMessages: SchemaProviding {
  static var jsonSchema: JSONSchema { .array(of: .dictionary(of: .any)) }
  static var jsonExample: JSONValue { [["role": "user", "text": "Is it the left road?"]] }
}

extension ChatMessages: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    list = try container.decode([JSONValue].self)
    func check(_ isValid: Bool, _ rule: String) throws {
      guard isValid else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected \(rule)") }
    }
    try check(list.count <= Self.limit, "at most \(Self.limit) messages")
    try check(list.allSatisfy { $0.object != nil }, "a list of objects")
    try check(
      list.allSatisfy { $0.isNested(atMost: Self.maximumDepth) }, "messages at most \(Self.maximumDepth) deep")
    let bytes = try Wire.encode(list)
    try check(bytes.count <= Self.maximumBytes, "at most \(Self.maximumBytes) bytes of messages")
    let size = StoredSize(of: .array(list), compactBytes: bytes.count)
    try check(!size.hasZero, "messages without the character U+0000")
    try check(!size.hasUnfitNumber, "numbers between 1e-308 and 1e308")
    try check(
      size.bytes <= Self.maximumStoredBytes,
      "at most \(Self.maximumStoredBytes) bytes of messages, with a space after each colon and each comma")
    text = String(decoding: bytes, as: UTF8.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(list)
  }
}
