import Testing
import Wire

@Suite struct JSONNestingTests {
  /// Texts nested so deep: arrays, objects, and both in turn.
  static func nested(_ depth: Int) -> [String] {
    let mixed = (0..<depth).map { $0.isMultiple(of: 2) ? "[" : #"{"a":"# }.joined()
    let mixedEnd = (0..<depth).reversed().map { $0.isMultiple(of: 2) ? "]" : "}" }.joined()
    return [
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth),
      mixed + "1" + mixedEnd,
    ]
  }

  @Test(arguments: [1, 2, 127, 128])
  func shallowEnough(_ depth: Int) {
    for text in Self.nested(depth) { #expect(fault(in: text) == nil) }
  }

  @Test(arguments: [129, 130, 511, 512, 513, 514, 515, 100_000])
  func tooDeep(_ depth: Int) {
    for text in Self.nested(depth) { #expect(fault(in: text)?.reason == "Nested deeper than 128") }
    #expect(fault(in: String(repeating: "[", count: depth))?.reason == "Nested deeper than 128")
    #expect(fault(in: String(repeating: #"{"a":"#, count: depth))?.reason == "Nested deeper than 128")
  }

  @Test func whatIsAcceptedTheDecoderSurvives() throws {
    for text in Self.nested(128) {
      _ = try Wire.decode(JSONValue.self, from: [UInt8](text.utf8))
    }
    #expect(throws: JSONFault.self) {
      try Wire.decode(JSONValue.self, from: [UInt8](Self.nested(513)[0].utf8))
    }
  }

  @Test func siblingsAreNotDepth() {
    let text = "[" + [String](repeating: "[[{}]]", count: 10_000).joined(separator: ",") + "]"
    #expect(fault(in: text) == nil)
  }

  @Test func thePathOfTooDeepATextIsShort() throws {
    let found = try #require(fault(in: String(repeating: #"{"key":"#, count: 100_000)))
    #expect(found.path.hasPrefix("$.key.key"))
    #expect(found.path.utf8.count < 100)
  }
}
