/// A JSON object whose members keep their order, for answers that are specified to the byte.
package struct OrderedObject: Encodable {
  private let members: [(String, any Encodable)]

  package init(_ members: [(String, any Encodable)]) { self.members = members }

  /// The object's text; every value must be one that JSON can say.
  package var json: [UInt8] { (try? Wire.encode(self)) ?? [] }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
