import FoundationEssentials

/// An encoder that fills a ``JSONNode``, used through ``Wire``.
///
/// Foundation's encoder writes UUIDs in upper case and offers no strategy for them.
struct WireEncoder: Encoder {
  let node: JSONNode
  let path: WirePath?
  var codingPath: [any CodingKey] { path?.keys ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A value as JSON.
  ///
  /// - Parameter path: The value's path, which is made only for a value that can have a fault or holds others.
  static func content<Value: Encodable>(
    of value: Value, at path: @autoclosure () -> WirePath?
  ) throws -> JSONContent {
    // Types are compared before values are cast, which costs more.
    if Value.self == String.self, let value = value as? String {
      return .string(value)
    } else if Value.self == UUID.self, let value = value as? UUID {
      return .string(value.lowercased)
    } else if Value.self == Date.self, let value = value as? Date {
      return .string(WireDate.string(from: value))
    } else if Value.self == Data.self, let value = value as? Data {
      return .string(value.base64EncodedString())
    } else if Value.self == URL.self, let value = value as? URL {
      return .string(value.absoluteString)
    } else if Value.self == Decimal.self, let value = value as? Decimal {
      guard !value.isNaN else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: path()?.keys ?? [], debugDescription: "JSON has no NaN"))
      }
      return .literal(value.description)
    } else if Value.self == JSONValue.self, let value = value as? JSONValue {
      return try content(of: value, at: path())
    }
    let node = JSONNode()
    try value.encode(to: WireEncoder(node: node, path: path()))
    return .node(node)
  }

  private static func content(of value: JSONValue, at path: @autoclosure () -> WirePath?) throws -> JSONContent {
    switch value {
    case .null: .null
    case .bool(let flag): .literal(flag ? "true" : "false")
    case .integer(let number): .literal(String(number))
    case .number(let number): try self.number(number, at: path())
    case .string(let text): .string(text)
    case .array(let elements):
      .array(try elements.enumerated().map { try content(of: $1, at: WirePath(path(), WireKey.index($0))) })
    case .object(let members):
      .object(try members.map { (key: $0, value: try content(of: $1, at: WirePath(path(), WireKey.name($0)))) })
    }
  }

  static func number(
    _ value: some BinaryFloatingPoint & CustomStringConvertible, at path: @autoclosure () -> WirePath?
  ) throws -> JSONContent {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: path()?.keys ?? [], debugDescription: "JSON has no \(value)"))
    }
    return .literal(value.description)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(KeyedContainer(node: node, path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return UnkeyedContainer(node: node, path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(node: node, path: path)
  }
}

extension WireEncoder {
  private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let path: WirePath?
    var codingPath: [any CodingKey] { path?.keys ?? [] }

    private func set(_ literal: String, _ key: Key) { node.set(key.stringValue, .literal(literal)) }

    mutating func encodeNil(forKey key: Key) { node.set(key.stringValue, .null) }
    mutating func encode(_ value: Bool, forKey key: Key) { set(value ? "true" : "false", key) }
    mutating func encode(_ value: String, forKey key: Key) { node.set(key.stringValue, .string(value)) }
    mutating func encode(_ value: Int, forKey key: Key) { set(String(value), key) }
    // Without methods of their own these two would get the standard library's, which throw.
    mutating func encode(_ value: Int128, forKey key: Key) { set(String(value), key) }
    mutating func encode(_ value: UInt128, forKey key: Key) { set(String(value), key) }
    mutating func encode(_ value: Double, forKey key: Key) throws {
      node.set(key.stringValue, try WireEncoder.number(value, at: WirePath(path, key)))
    }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      node.set(key.stringValue, try WireEncoder.content(of: value, at: WirePath(path, key)))
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
      let child = JSONNode()
      node.set(key.stringValue, .node(child))
      return WireEncoder(node: child, path: WirePath(path, key))
    }
  }

  private struct UnkeyedContainer: UnkeyedEncodingContainer {
    let node: JSONNode
    let path: WirePath?
    var codingPath: [any CodingKey] { path?.keys ?? [] }
    var count: Int { node.count }

    mutating func encodeNil() { node.append(.null) }
    mutating func encode(_ value: Int128) { node.append(.literal(String(value))) }
    mutating func encode(_ value: UInt128) { node.append(.literal(String(value))) }
    mutating func encode(_ value: some Encodable) throws {
      node.append(try WireEncoder.content(of: value, at: WirePath(path, WireKey.index(count))))
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      nested().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> WireEncoder {
      let path = WirePath(path, WireKey.index(count))
      let child = JSONNode()
      node.append(.node(child))
      return WireEncoder(node: child, path: path)
    }
  }

  private struct SingleValueContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let path: WirePath?
    var codingPath: [any CodingKey] { path?.keys ?? [] }

    mutating func encodeNil() { node.become(.null) }
    mutating func encode(_ value: Bool) { node.become(.literal(value ? "true" : "false")) }
    mutating func encode(_ value: String) { node.become(.string(value)) }
    mutating func encode(_ value: Double) throws {
      node.become(try WireEncoder.number(value, at: path))
    }
    mutating func encode(_ value: Float) throws {
      node.become(try WireEncoder.number(value, at: path))
    }
    mutating func encode(_ value: Int) { node.become(.literal(String(value))) }
    mutating func encode(_ value: Int8) { node.become(.literal(String(value))) }
    mutating func encode(_ value: Int16) { node.become(.literal(String(value))) }
    mutating func encode(_ value: Int32) { node.become(.literal(String(value))) }
    mutating func encode(_ value: Int64) { node.become(.literal(String(value))) }
    mutating func encode(_ value: UInt) { node.become(.literal(String(value))) }
    mutating func encode(_ value: UInt8) { node.become(.literal(String(value))) }
    mutating func encode(_ value: UInt16) { node.become(.literal(String(value))) }
    mutating func encode(_ value: UInt32) { node.become(.literal(String(value))) }
    mutating func encode(_ value: UInt64) { node.become(.literal(String(value))) }
    mutating func encode(_ value: Int128) { node.become(.literal(String(value))) }
    mutating func encode(_ value: UInt128) { node.become(.literal(String(value))) }
    mutating func encode(_ value: some Encodable) throws {
      node.become(try WireEncoder.content(of: value, at: path))
    }
  }
}
