import Edge

/// A row as a JSON object: members in their order, whose values keep their spelling, such as `5.20`.
struct TableRow: Codable, Sendable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var members: [(name: Name, value: RawJSON)] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    members = try container.allKeys.map { ($0, try container.decode(RawJSON.self, forKey: $0)) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members { try container.encode(value, forKey: name) }
  }

  /// The value of a member; nil if the row lacks it. A member that is set again keeps its place.
  subscript(_ name: String) -> RawJSON? {
    get { members.first { $0.name.stringValue == name }?.value }
    set {
      let place = members.firstIndex { $0.name.stringValue == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((Name(stringValue: name), value))
      case (nil, nil): break
      }
    }
  }

  mutating func keep(_ names: Set<String>) { members.removeAll { !names.contains($0.name.stringValue) } }
}
