/// Where a scan stands in a JSON text, and which keys it has met on the way.
struct JSONPath: CustomStringConvertible {
  enum Container { case object, array }

  private struct Level {
    let container: Container
    var key = ""
    var index = 0
    /// Few keys are compared one by one; many are looked up, so that a hostile object costs no more than its size.
    var seen: [String] = []
    var manySeen: Set<String> = []

    mutating func insert(_ name: String) -> Bool {
      if seen.count < 8 {
        if seen.contains(name) { return false }
        seen.append(name)
        return true
      }
      if manySeen.isEmpty { manySeen = Set(seen) }
      return manySeen.insert(name).inserted
    }
  }

  private var levels: [Level] = []

  var depth: Int { levels.count }
  var isEmpty: Bool { levels.isEmpty }
  var container: Container? { levels.last?.container }

  mutating func open(_ container: Container) { levels.append(Level(container: container)) }
  mutating func close() { levels.removeLast() }
  mutating func nextElement() { levels[levels.count - 1].index += 1 }

  /// Steps to a key of the current object; false if the object had it already.
  mutating func enter(_ key: String) -> Bool {
    levels[levels.count - 1].key = key
    return levels[levels.count - 1].insert(key)
  }

  /// `$.users[2].name`, shortened in the middle when it would be long.
  var description: String {
    var parts = levels.map { level in
      switch level.container {
      case .array: "[\(level.index)]"
      case .object: level.key.isEmpty ? "" : JSONPath.member(level.key)
      }
    }
    if parts.count > 16 { parts.replaceSubrange(8..<(parts.count - 8), with: ["…"]) }
    return "$" + parts.joined()
  }

  /// The same for the path of a decoder.
  static func text(of keys: [any CodingKey]) -> String {
    "$" + keys.map { $0.intValue.map { "[\($0)]" } ?? member($0.stringValue) }.joined()
  }

  /// `.name`, or `["…"]` for a key that is no plain word.
  static func member(_ key: String) -> String {
    let short = key.count > 64 ? key.prefix(64) + "…" : key[...]
    let plain = key.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
    }
    return plain ? ".\(short)" : "[\(String(reflecting: String(short)))]"
  }
}
