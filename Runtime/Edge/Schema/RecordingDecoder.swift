import Wire

/// A decoder that records what a type asks for, and serves samples.
struct RecordingDecoder: Decoder {
  fileprivate let place: RecordedValue
  /// The types whose `init(from:)` runs, the innermost last. A ``NestedContainer`` is not among them.
  fileprivate let types: [any Any.Type]

  /// Decodes a type from the samples below a place.
  static func value<Value: Decodable>(_ type: Value.Type, at place: RecordedValue) throws -> Value {
    try RecordingDecoder(place: place, types: []).value(type)
  }

  var codingPath: [any CodingKey] { place.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch place.form {
    case .object, .dictionary: break
    default: place.form = .object
    }
    if place.typeName.isEmpty, let type = types.last { place.typeName = TypeName.full(of: type) }
    return KeyedDecodingContainer(KeyedContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    place.form = .array
    return UnkeyedContainer(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The decoder of another place in the JSON of the same types.
  fileprivate func at(_ place: RecordedValue) -> RecordingDecoder { RecordingDecoder(place: place, types: types) }
}

extension RecordingDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    place.isOptional = true
    return place.isAbsent
  }

  // Without methods of their own these two would get the standard library's, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let known = KnownSamples(type) {
      place.become(known)
      do {
        return try Wire.decode(type, from: try Wire.encode(place.sample))
      } catch let fault as JSONFault {
        throw place.refusal(fault.reason)
      }
    }
    guard !types.contains(where: { $0 == type }) else {
      place.form = .recursive(TypeName.full(of: type))
      throw place.refusal("\(TypeName.short(of: type)) contains itself")
    }
    let isNested = type is any NestedContainer.Type
    do {
      let value = try Value(from: RecordingDecoder(place: place, types: isNested ? types : types + [type]))
      place.accept()
      return value
    } catch {
      // A value that an optional or an array holds has noted its refusal itself.
      if !isNested { place.refuse(type, error) }
      throw error
    }
  }
}

/// A generic container of the standard library, which may occur within itself: `[[Int]]`.
private protocol NestedContainer {}
extension Optional: NestedContainer {}
extension Array: NestedContainer {}
extension Set: NestedContainer {}
extension Dictionary: NestedContainer {}

/// An object of samples. Its members are those that were asked for.
private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordingDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The keys: all cases if `Key` is an enum. A `Key` that accepts any name is a dictionary's, whose sample has one
  /// key.
  var allKeys: [Key] {
    if let known = Self.cases { return known }
    let place = decoder.place
    guard let key = Key(stringValue: "key"), Key(stringValue: "another key") != nil else {
      return place.members.compactMap { $0.key.flatMap { Key(stringValue: $0.stringValue) } }
    }
    place.form = .dictionary
    return place.isEmpty ? [] : [key]
  }

  private static var cases: [Key]? {
    func all<Cases: CaseIterable>(_ type: Cases.Type) -> [Key] { type.allCases.compactMap { $0 as? Key } }
    return (Key.self as? any CaseIterable.Type).map { all($0) }
  }

  func contains(_ key: Key) -> Bool { !decoder.place.member(key).isAbsent }

  func decodeNil(forKey key: Key) throws -> Bool { member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).value(type) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).value(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).value(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let member = member(key)
    if member.place.typeName.isEmpty { member.place.typeName = "\(decoder.place.typeName).\(key.stringValue)" }
    return try member.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder.at(decoder.place.member(PlaceKey("super"))) }
  func superDecoder(forKey key: Key) throws -> any Decoder { member(key) }

  private func member(_ key: Key) -> RecordingDecoder { decoder.at(decoder.place.member(key)) }
}

/// An array of samples: of one element, or empty.
private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: RecordingDecoder
  private(set) var currentIndex = 0

  init(decoder: RecordingDecoder) { self.decoder = decoder }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { decoder.place.isEmpty ? 0 : 1 }
  var isAtEnd: Bool { currentIndex == count }

  mutating func decodeNil() throws -> Bool {
    let isNil = try element().decodeNil()
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.value(type) } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.value(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.value(type) } }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }

  /// Reads the element, and moves behind it.
  private mutating func next<Result>(_ read: (RecordingDecoder) throws -> Result) throws -> Result {
    let result = try read(element())
    currentIndex += 1
    return result
  }

  private func element() throws -> RecordingDecoder {
    guard !isAtEnd else { throw decoder.place.refusal("It asks for more elements than one") }
    return decoder.at(decoder.place.elementPlace(PlaceKey(currentIndex)))
  }
}

/// The key of an element, or of a superclass's values.
private struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(_ index: Int) { (stringValue, intValue) = (String(index), index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
