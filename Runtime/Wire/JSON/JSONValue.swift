/// Any JSON value, for data without a type of its own, such as the extra claims of a token.
///
/// Objects keep the order of their members. Equality does not depend on it.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction that fits 64 bits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)

  /// The string, if this is one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number as a double, if this is one.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
  /// The boolean, if this is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The members, if this is an object.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
  /// The elements, if this is an array.
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The number, if it is whole and among those that every reader of JSON holds exactly (RFC 7493, section 2.2).
  package var integer: Int? {
    guard let double, double == double.rounded(), abs(double) < 9_007_199_254_740_992 else { return nil }
    return Int(double)
  }
  /// The member of that name, if this is an object that has it.
  public subscript(_ key: String) -> JSONValue? { object?[key] }
}

extension JSONValue: Codable {
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? WireDecoder {
      self = try decoder.value(JSONValue.self)
      return
    }
    let container = try decoder.singleValueContainer()
    // Each refusal costs an error, so what is most frequent comes first.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(JSONObject.self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  /// Writes the value as it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of a repeated key the last value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
