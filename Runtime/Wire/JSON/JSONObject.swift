/// A JSON object: members under unique keys, in the order in which they were read or set.
///
/// Two objects are equal if they have the same members, in whatever order.
public struct JSONObject: Sendable {
  private var members: OrderedMembers<JSONValue>

  /// An empty object.
  public init() { members = OrderedMembers() }

  /// An object of members in their order; of a repeated key the last value counts, at the first one's place.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in members { self.members.set(key, value) }
  }

  /// An object of members whose keys are known to be unique.
  init(unique members: [(key: String, value: JSONValue)]) { self.members = OrderedMembers(unique: members) }

  /// The value of a key; nil for none. A key that is set again keeps its place, one that is set to nil is removed.
  public subscript(_ key: String) -> JSONValue? {
    get { members[key] }
    set {
      if let newValue {
        members.set(key, newValue)
      } else {
        _ = members.remove(key)
      }
    }
  }

  /// Removes a member.
  ///
  /// - Returns: its value; nil if there was none.
  @discardableResult public mutating func removeValue(forKey key: String) -> JSONValue? { members.remove(key) }

  /// The keys in their order.
  public var keys: [String] { map(\.key) }
  /// The values in their order.
  public var values: [JSONValue] { map(\.value) }

  /// The object's text.
  ///
  /// - Returns: an empty text if it holds a number that is not finite.
  package var json: [UInt8] { (try? Wire.encode(JSONValue.object(self))) ?? [] }
}

extension JSONObject: RandomAccessCollection {
  /// The place of the first member.
  public var startIndex: Int { 0 }
  /// The place after the last member.
  public var endIndex: Int { members.elements.count }
  /// The member at a place.
  public subscript(position: Int) -> (key: String, value: JSONValue) { members.elements[position] }
}

extension JSONObject: Hashable {
  /// Whether two objects have the same members, in whatever order.
  public static func == (first: JSONObject, second: JSONObject) -> Bool {
    first.count == second.count && first.allSatisfy { second[$0.key] == $0.value }
  }

  /// Mixes the members in, in a way that does not depend on their order.
  public func hash(into hasher: inout Hasher) {
    var all = 0
    for member in self {
      var own = Hasher()
      own.combine(member.key)
      own.combine(member.value)
      all ^= own.finalize()
    }
    hasher.combine(all)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object; of a repeated key the last value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: Codable {
  /// Reads an object, in the order in which the decoder gives its keys.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? WireDecoder {
      guard let object = try decoder.value(JSONValue.self).object else { throw decoder.mismatch([String: Any].self) }
      self = object
      return
    }
    let container = try decoder.container(keyedBy: WireKey.self)
    self.init()
    for key in container.allKeys { members.set(key.stringValue, try container.decode(JSONValue.self, forKey: key)) }
  }

  /// Writes the members in their order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    for (key, value) in self { try container.encode(value, forKey: .name(key)) }
  }
}
