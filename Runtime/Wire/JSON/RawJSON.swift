/// Any JSON value as its text: members keep their order, and numbers their spelling, such as `5.20`.
///
/// White space is left out, and strings are written with the fewest escapes.
public struct RawJSON: Sendable, Hashable {
  /// The text.
  public let text: String

  /// A text that is known to be JSON.
  private init(valid text: String) { self.text = text }

  /// Checks a text and keeps it.
  ///
  /// - Throws: ``JSONFault`` if the text is no acceptable JSON.
  public init(_ text: String) throws(JSONFault) { self = try Wire.decode(RawJSON.self, from: Array(text.utf8)) }

  /// The value; a number that neither 64 bits nor a double hold exactly is rounded.
  ///
  /// - Throws: ``JSONFault``, but not for a text that this type has read, since it was checked then.
  public var value: JSONValue {
    get throws(JSONFault) { try Wire.decode(JSONValue.self, from: Array(text.utf8)) }
  }
}

extension RawJSON: Codable {
  /// Reads any JSON value. A number that no double holds, even rounded, is refused.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? WireDecoder else {
      self.init(valid: String(decoding: try Wire.encode(JSONValue(from: decoder)), as: UTF8.self))
      return
    }
    self.init(valid: try decoder.source())
  }

  /// Writes the text as it is.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? WireEncoder else { return try value.encode(to: encoder) }
    encoder.node.become(.literal(text))
  }
}
