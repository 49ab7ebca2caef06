/// A JSON text in the making, or a part of it.
package enum JSONContent {
  case null
  /// A number, `true` or `false`, as it is written.
  case literal(String)
  case string(String)
  case array([JSONContent])
  case object([(key: String, value: JSONContent)])
  /// What is still being filled.
  case node(JSONNode)
}

/// A value that an encoder fills, an array or an object out of order if it likes.
package final class JSONNode {
  private var filling = Filling()

  /// What it is so far.
  var content: JSONContent { filling.content }
  /// How many elements an array has.
  var count: Int { filling.elements.count }

  /// Becomes a value. Whoever gave it an array or an object may still add to that.
  func become(_ content: JSONContent) { filling.become(content) }

  /// Becomes an array, an empty one unless it is one.
  func becomeArray() { if filling.shape != .array { filling.become(.array([])) } }

  /// Becomes an object, an empty one unless it is one.
  func becomeObject() { if filling.shape != .object { filling.become(.object([])) } }

  func append(_ element: JSONContent) { filling.elements.append(element) }

  /// A key that is set again keeps its place and takes the new value.
  func set(_ key: String, _ value: JSONContent) { filling.set(key, value) }
}

/// A value in the making. Apart from its node, so that a change of it is one access to a class's variable, which the runtime watches.
private struct Filling {
  enum Shape {
    case value, array, object
  }

  private static let many = 16

  private(set) var shape = Shape.value
  private var value = JSONContent.null
  var elements: [JSONContent] = []
  private var members: [(key: String, value: JSONContent)] = []
  /// Where the members of an object are, once it has many.
  private var places: [String: Int] = [:]

  var content: JSONContent {
    switch shape {
    case .value: value
    case .array: .array(elements)
    case .object: .object(members)
    }
  }

  mutating func become(_ content: JSONContent) {
    switch content {
    case .array(let all): (shape, elements) = (.array, all)
    case .object(let all):
      (shape, members, places) = (.object, all, [:])
      members.reserveCapacity(4)
    case .node(let node): become(node.content)
    case .null, .literal, .string: (shape, value) = (.value, content)
    }
  }

  mutating func set(_ key: String, _ value: JSONContent) {
    if let index = place(of: key) {
      members[index].value = value
    } else {
      members.append((key, value))
      if !places.isEmpty { places[key] = members.count - 1 }
    }
  }

  /// Few members are compared one by one; many are looked up.
  private mutating func place(of key: String) -> Int? {
    if members.count < Self.many { return members.firstIndex { $0.key == key } }
    if places.isEmpty {
      for (index, member) in members.enumerated() { places[member.key] = index }
    }
    return places[key]
  }
}
