import Foundation

/// An encoder that fills a ``JSONNode``; ``Wire`` is the way to it.
///
/// Foundation's encoder writes UUIDs in upper case and offers no strategy for them.
struct WireEncoder: Encoder {
  let node: JSONNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func node<Value: Encodable>(for value: Value, at path: [any CodingKey]) throws -> JSONNode {
    // Types are compared before values are cast, which costs more.
    if Value.self == String.self, let value = value as? String {
      return JSONNode(.string(value))
    } else if Value.self == UUID.self, let value = value as? UUID {
      return JSONNode(.string(value.lowercased))
    } else if Value.self == Date.self, let value = value as? Date {
      return JSONNode(.string(WireDate.string(from: value)))
    } else if Value.self == Data.self, let value = value as? Data {
      return JSONNode(.string(value.base64EncodedString()))
    } else if Value.self == URL.self, let value = value as? URL {
      return JSONNode(.string(value.absoluteString))
    } else if Value.self == Decimal.self, let value = value as? Decimal {
      return JSONNode(.literal(value.description))
    } else if Value.self == JSONValue.self, let value = value as? JSONValue {
      return try node(of: value, at: path)
    }
    let node = JSONNode(.null)
    try value.encode(to: WireEncoder(node: node, codingPath: path))
    return node
  }

  private static func node(of value: JSONValue, at path: [any CodingKey]) throws -> JSONNode {
    switch value {
    case .null: JSONNode(.null)
    case .bool(let flag): JSONNode(.literal(flag ? "true" : "false"))
    case .integer(let number): JSONNode(.literal(String(number)))
    case .number(let number): try self.number(number, at: path)
    case .string(let text): JSONNode(.string(text))
    case .array(let elements):
      JSONNode(.array(try elements.enumerated().map { try node(of: $1, at: path + [WireKey.index($0)]) }))
    case .object(let members):
      JSONNode(
        .object(try members.map { (key: $0, value: try node(of: $1, at: path + [WireKey.name($0)])) }))
    }
  }

  static func number(_ value: some BinaryFloatingPoint & CustomStringConvertible, at path: [any CodingKey]) throws
    -> JSONNode
  {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "JSON has no \(value)"))
    }
    return JSONNode(.literal(value.description))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = node.content {} else { node.content = .object([]) }
    return KeyedEncodingContainer(KeyedContainer(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array = node.content {} else { node.content = .array([]) }
    return UnkeyedContainer(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(node: node, codingPath: codingPath)
  }
}

extension WireEncoder {
  private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    private func set(_ literal: String, _ key: Key) { node.set(key.stringValue, JSONNode(.literal(literal))) }

    mutating func encodeNil(forKey key: Key) { node.set(key.stringValue, JSONNode(.null)) }
    mutating func encode(_ value: Bool, forKey key: Key) { set(value ? "true" : "false", key) }
    mutating func encode(_ value: String, forKey key: Key) { node.set(key.stringValue, JSONNode(.string(value))) }
    mutating func encode(_ value: Int, forKey key: Key) { set(String(value), key) }
    mutating func encode(_ value: Double, forKey key: Key) throws {
      node.set(key.stringValue, try WireEncoder.number(value, at: codingPath + [key]))
    }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      node.set(key.stringValue, try WireEncoder.node(for: value, at: codingPath + [key]))
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      nested(key).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      nested(key).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { nested(WireKey.super) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: some CodingKey) -> WireEncoder {
      let child = JSONNode(.null)
      node.set(key.stringValue, child)
      return WireEncoder(node: child, codingPath: codingPath + [key])
    }
  }

  private struct UnkeyedContainer: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    mutating func encodeNil() { node.append(JSONNode(.null)) }
    mutating func encode(_ value: some Encodable) throws {
      node.append(try WireEncoder.node(for: value, at: codingPath + [WireKey.index(count)]))
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      nested().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> WireEncoder {
      let path = codingPath + [WireKey.index(count)]
      let child = JSONNode(.null)
      node.append(child)
      return WireEncoder(node: child, codingPath: path)
    }
  }

  private struct SingleValueContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil() { node.content = .null }
    mutating func encode(_ value: Bool) { node.content = .literal(value ? "true" : "false") }
    mutating func encode(_ value: String) { node.content = .string(value) }
    mutating func encode(_ value: Double) throws {
      node.content = try WireEncoder.number(value, at: codingPath).content
    }
    mutating func encode(_ value: Float) throws {
      node.content = try WireEncoder.number(value, at: codingPath).content
    }
    mutating func encode(_ value: Int) { node.content = .literal(String(value)) }
    mutating func encode(_ value: Int8) { node.content = .literal(String(value)) }
    mutating func encode(_ value: Int16) { node.content = .literal(String(value)) }
    mutating func encode(_ value: Int32) { node.content = .literal(String(value)) }
    mutating func encode(_ value: Int64) { node.content = .literal(String(value)) }
    mutating func encode(_ value: UInt) { node.content = .literal(String(value)) }
    mutating func encode(_ value: UInt8) { node.content = .literal(String(value)) }
    mutating func encode(_ value: UInt16) { node.content = .literal(String(value)) }
    mutating func encode(_ value: UInt32) { node.content = .literal(String(value)) }
    mutating func encode(_ value: UInt64) { node.content = .literal(String(value)) }
    mutating func encode(_ value: some Encodable) throws {
      node.content = try WireEncoder.node(for: value, at: codingPath).content
    }
  }
}
