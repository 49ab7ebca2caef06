import Edge

/// The messages of a chat: a list of JSON objects, whose members are the app's own.
struct ChatMessages: Sendable {
  /// The most messages of a chat.
  static let limit = 500
  /// The most bytes of a chat as JSON text. The answer to a saved chat, which has the messages, its id and its time, is
  /// then less than what is kept for an idempotency key, 65,536 bytes. On Postgres a constraint limits chats that are
  /// written past the host to as many.
  static let maximumBytes = 65_000
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
      list.allSatisfy { $0.isStorable(atMost: Self.maximumDepth) },
      "messages at most \(Self.maximumDepth) deep, without the character U+0000")
    let bytes = try Wire.encode(list)
    try check(bytes.count <= Self.maximumBytes, "at most \(Self.maximumBytes) bytes of messages")
    text = String(decoding: bytes, as: UTF8.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(list)
  }
}

extension JSONValue {
  /// Whether Postgres stores the value: it has no zero byte, and arrays and objects nest no deeper than `depth`.
  fileprivate func isStorable(atMost depth: Int) -> Bool {
    switch self {
    case .string(let text): !text.utf8.contains(0)
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isStorable(atMost: depth - 1) }
    case .object(let members):
      depth > 0 && members.allSatisfy { !$0.key.utf8.contains(0) && $0.value.isStorable(atMost: depth - 1) }
    default: true
    }
  }
}
