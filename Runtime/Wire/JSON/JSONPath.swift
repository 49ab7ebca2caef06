/// The position of a scan in a JSON text: the containers that are open, and the keys that each has had.
struct JSONPath {
  enum Container { case object, array }

  private struct Level {
    let container: Container
    /// The container's token.
    let token: Int
    /// The token of the last key, -1 before the first; or the position of the last element.
    var place: Int
    var count = 0
    /// The table of the keys, once they are many or one is not plain. Before that keys are compared one by one.
    var keys: JSONKeyTable?
  }

  /// How many keys are compared one by one. More are looked up, so that a hostile object takes linear time.
  private static let few = 8

  private var levels: [Level] = []

  var depth: Int { levels.count }
  var isEmpty: Bool { levels.isEmpty }
  var container: Container? { levels.last?.container }

  mutating func open(_ container: Container, token: Int) {
    levels.append(Level(container: container, token: token, place: container == .array ? 0 : -1))
  }

  /// Leaves the current container; returns its token.
  mutating func close() -> Int? { levels.popLast()?.token }

  mutating func nextElement() { levels[levels.count - 1].place += 1 }

  /// Steps to a key of the current object; false if the object had it already.
  ///
  /// - Parameters:
  ///   - key: The key's token.
  ///   - plain: The key's number of bytes if it is ASCII without escapes; else nil, since names that differ in bytes
  ///     can be equal.
  mutating func enter(_ key: Int, plain: Int?, _ tape: JSONTape) -> Bool {
    let last = levels.count - 1
    levels[last].place = key
    levels[last].count += 1
    if levels[last].keys == nil {
      if let plain, levels[last].count <= Self.few {
        var other = levels[last].token + 1
        while other < key {
          if tape.isSame(other, as: key, count: plain) { return false }
          other = tape.next(after: other + 1)
        }
        return true
      }
      levels[last].keys = JSONKeyTable(object: levels[last].token, before: key, in: tape)
    }
    return levels[last].keys?.insert(key, in: tape) ?? true
  }

  /// `$.users[2].name`, shortened in the middle when it would be long.
  func text(_ tape: JSONTape) -> String {
    var parts = levels.map { level in
      if level.container == .array { return "[\(level.place)]" }
      guard level.place >= 0 else { return "" }
      let key = tape.string(at: level.place)
      return key.isEmpty ? "" : JSONFault.member(key)
    }
    if parts.count > 16 { parts.replaceSubrange(8..<(parts.count - 8), with: ["…"]) }
    return "$" + parts.joined()
  }
}
