/// A value of JSON that an encoder makes and a ``JSONWriter`` writes.
package enum JSONContent {
  case null
  /// A number, `true` or `false`, as it is written.
  case literal(String)
  case string(String)
  case array([JSONContent])
  case object([(key: String, value: JSONContent)])
  /// A value that is still being filled.
  case node(JSONNode)
}

/// A mutable JSON value that an encoder builds up. Nested encoders may add to one array or object in any order.
package final class JSONNode {
  private var filling = Filling()

  var content: JSONContent { filling.content }
  /// How many elements an array has.
  var count: Int { filling.elements.count }

  /// Becomes a value. An array or an object can still be added to.
  func become(_ content: JSONContent) { filling.become(content) }

  /// Becomes an empty array, unless it is an array already.
  func becomeArray() { if filling.shape != .array { filling.become(.array([])) } }

  /// Becomes an empty object, unless it is an object already.
  func becomeObject() { if filling.shape != .object { filling.become(.object([])) } }

  func append(_ element: JSONContent) { filling.elements.append(element) }

  /// A key that is set again keeps its place and takes the new value.
  func set(_ key: String, _ value: JSONContent) { filling.set(key, value) }
}

/// The state of a node. It is one variable, so that a change costs one check for exclusive access.
private struct Filling {
  enum Shape {
    case value, array, object
  }

  private(set) var shape = Shape.value
  private var value = JSONContent.null
  var elements: [JSONContent] = []
  private var members = OrderedMembers<JSONContent>()

  var content: JSONContent {
    switch shape {
    case .value: value
    case .array: .array(elements)
    case .object: .object(members.elements)
    }
  }

  mutating func become(_ content: JSONContent) {
    switch content {
    case .array(let all): (shape, elements) = (.array, all)
    case .object(let all):
      (shape, members) = (.object, OrderedMembers(unique: all))
      members.reserveCapacity(4)
    case .node(let node): become(node.content)
    case .null, .literal, .string: (shape, value) = (.value, content)
    }
  }

  mutating func set(_ key: String, _ value: JSONContent) { members.set(key, value) }
}
