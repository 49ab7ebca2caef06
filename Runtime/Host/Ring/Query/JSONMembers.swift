import Wire

/// The members of a JSON object, in order. A member without a value is left out.
struct JSONMembers {
  private(set) var all: [(key: String, value: JSONContent)] = []

  mutating func add(_ name: String, _ content: JSONContent) { all.append((key: name, value: content)) }

  mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, JSONContent.string(text)) }
  }

  mutating func add(_ name: String, number: (some BinaryInteger)?) {
    if let number { add(name, JSONContent.literal(String(number))) }
  }

  /// Adds a duration in milliseconds.
  mutating func add(_ name: String, microseconds: Int?) {
    if let microseconds { add(name, JSONContent.literal(Self.milliseconds(microseconds))) }
  }

  /// A number of milliseconds with three digits after the point.
  static func milliseconds(_ microseconds: Int) -> String {
    let fraction = String(microseconds.magnitude % 1000)
    return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.utf8.count))\(fraction)"
  }
}
