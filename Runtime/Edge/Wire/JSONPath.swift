/// Where a scan stands in a JSON text, and which keys it has met on the way.
struct JSONPath {
  enum Container { case object, array }

  private struct Level {
    let container: Container
    /// The container's token.
    let token: Int
    /// The token of the last key, or the last element's position.
    var place: Int
    var count = 0
    /// The keys, once they are many, or some are not plain: few are compared one by one.
    var names: Set<String>?
  }

  /// How many keys are compared one by one: more are looked up, so that a hostile object costs no more than its size.
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
  ///   - key: the key's token.
  ///   - isPlain: whether it is ASCII, without escapes: of other keys Unicode takes some for the same that differ in bytes,
  ///     and so would a dictionary.
  mutating func enter(_ key: Int, isPlain: Bool, _ tokens: [JSONToken], _ bytes: [UInt8]) -> Bool {
    let last = levels.count - 1
    levels[last].place = key
    levels[last].count += 1
    if levels[last].names == nil, isPlain, levels[last].count <= Self.few {
      return !Self.keys(of: levels[last].token, before: key, tokens) {
        tokens[$0].range.count == tokens[key].range.count
          && bytes[tokens[$0].range].elementsEqual(bytes[tokens[key].range])
      }
    }
    if levels[last].names == nil {
      var names: Set<String> = []
      _ = Self.keys(of: levels[last].token, before: key, tokens) {
        names.insert(Self.name($0, tokens, bytes))
        return false
      }
      levels[last].names = names
    }
    return levels[last].names?.insert(Self.name(key, tokens, bytes)).inserted ?? true
  }

  private static func name(_ key: Int, _ tokens: [JSONToken], _ bytes: [UInt8]) -> String {
    JSONText.string(in: bytes[...], tokens[key].range, isEscaped: tokens[key].kind == .escapedString)
  }

  /// Whether one of an object's keys so far is what is looked for.
  private static func keys(of object: Int, before key: Int, _ tokens: [JSONToken], _ isFound: (Int) -> Bool) -> Bool {
    var child = object + 1
    while child < key {
      if isFound(child) { return true }
      child = tokens[child + 1].next
    }
    return false
  }

  /// `$.users[2].name`, shortened in the middle when it would be long.
  func text(_ tokens: [JSONToken], _ bytes: [UInt8]) -> String {
    var parts = levels.map { level in
      if level.container == .array { return "[\(level.place)]" }
      guard level.place >= 0 else { return "" }
      let key = Self.name(level.place, tokens, bytes)
      return key.isEmpty ? "" : JSONPath.member(key)
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
