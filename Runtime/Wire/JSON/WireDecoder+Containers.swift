import FoundationEssentials

extension WireDecoder {
  /// An object's members by their names.
  struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let text: JSONText
    let index: Int
    let path: WirePath?

    var codingPath: [any CodingKey] { path?.keys ?? [] }
    var allKeys: [Key] {
      text.tape.keys(of: index).compactMap { Key(stringValue: text.tape.string(at: $0)) }
    }

    func contains(_ key: Key) -> Bool { text.member(key.stringValue, of: index) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).string(as: type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer(type) }
    // Without methods of their own these two would get the standard library's, which throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).integer(type) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      // Ids are the most frequent type without a method of its own. The path, which only a fault needs, is not made.
      // The bit cast is sound because the types are equal.
      if type == UUID.self, let member = text.member(key.stringValue, of: index), let id = text.id(at: member) {
        return unsafe unsafeBitCast(id, to: Value.self)
      }
      return try member(key).value(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      guard let member = find(key), !member.decodeNil() else { return nil }
      return try member.value(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { memberOrNull(WireKey.super) }
    func superDecoder(forKey key: Key) -> any Decoder { memberOrNull(key) }

    /// The decoder of a superclass's value; of `null` if the superclass wrote none.
    private func memberOrNull(_ key: some CodingKey) -> WireDecoder {
      find(key) ?? WireDecoder(text: .null, index: 0, parent: path, key: key)
    }

    private func find(_ key: some CodingKey) -> WireDecoder? {
      guard let member = text.member(key.stringValue, of: index) else { return nil }
      return WireDecoder(text: text, index: member, parent: path, key: key)
    }

    private func member(_ key: some CodingKey) throws -> WireDecoder {
      guard let member = find(key) else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
      }
      return member
    }
  }

  /// An array's elements in their order.
  struct UnkeyedContainer: UnkeyedDecodingContainer {
    private let decoder: WireDecoder
    private let path: WirePath?
    private var element: Int
    private let elements: Int
    private(set) var currentIndex = 0

    init(decoder: WireDecoder) {
      self.decoder = decoder
      path = decoder.path
      element = decoder.index + 1
      var elements = 0
      for _ in decoder.text.tape.elements(of: decoder.index) { elements += 1 }
      self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements }
    var isAtEnd: Bool { currentIndex == elements }

    mutating func decodeNil() throws -> Bool {
      guard try next(Any?.self).decodeNil() else { return false }
      advance()
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try step(type) { try $0.value(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try step(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try step(type) { try $0.integer(type) } }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try step([String: Any].self) { try $0.container(keyedBy: type) }
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try step([Any].self) { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try step(Any.self) { $0 } }

    /// Reads the next element and moves behind it, if it can be read.
    private mutating func step<Result>(
      _ type: any Any.Type, _ read: (WireDecoder) throws -> Result
    ) throws -> Result {
      let result = try read(next(type))
      advance()
      return result
    }

    private mutating func advance() {
      element = decoder.text.tape.next(after: element)
      currentIndex += 1
    }

    private func next(_ type: any Any.Type) throws -> WireDecoder {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          type, .init(codingPath: codingPath + [WireKey.index(currentIndex)], debugDescription: ""))
      }
      return WireDecoder(text: decoder.text, index: element, parent: path, key: WireKey.index(currentIndex))
    }
  }
}
