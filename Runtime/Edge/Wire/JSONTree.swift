/// A JSON value in the making, while a scan walks over its text.
struct JSONTree {
  private struct Level {
    let container: JSONPath.Container
    var elements: [JSONValue] = []
    var members: [String: JSONValue] = [:]
    var key = ""
  }

  private var levels: [Level] = []
  /// The whole value, once the scan is through.
  private(set) var root = JSONValue.null

  mutating func open(_ container: JSONPath.Container) { levels.append(Level(container: container)) }

  mutating func enter(_ key: String) {
    if !levels.isEmpty { levels[levels.count - 1].key = key }
  }

  mutating func add(_ value: JSONValue) {
    guard let container = levels.last?.container else {
      root = value
      return
    }
    let last = levels.count - 1
    switch container {
    case .array: levels[last].elements.append(value)
    case .object: levels[last].members[levels[last].key] = value
    }
  }

  mutating func close() {
    guard let level = levels.popLast() else { return }
    switch level.container {
    case .array: add(.array(level.elements))
    case .object: add(.object(level.members))
    }
  }
}
