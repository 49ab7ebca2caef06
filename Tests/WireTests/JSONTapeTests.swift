import Testing

@testable import Wire

/// What decoding takes of memory, and that names are found however many there are.
@Suite struct JSONTapeTests {
  private static func repeated(_ text: String, _ count: Int) -> String {
    "[" + Array(repeating: text, count: count).joined(separator: ",") + "]"
  }

  @Test(arguments: [
    repeated("1", 100_000), repeated("[]", 100_000), repeated("{}", 100_000), repeated(#""""#, 100_000),
    repeated(String(repeating: "[", count: 120) + String(repeating: "]", count: 120), 1000),
    repeated(#"{"a":1,"b":[2]}"#, 10_000), "\"" + String(repeating: "x", count: 200_000) + "\"",
  ])
  func theTokensTakeAtMostTwiceTheText(_ text: String) throws {
    let tape = try JSONScanner.scan([UInt8](text.utf8))
    #expect(MemoryLayout<JSONTape.Token>.stride == 4)
    #expect(tape.tokens.count * MemoryLayout<JSONTape.Token>.stride <= 2 * text.utf8.count + 8)
    // It has not grown, which would hold them twice.
    #expect(tape.tokens.capacity <= text.utf8.count + 4096)
  }

  @Test func manyKeysAreFound() throws {
    struct Wide: Decodable {
      let values: [String: Int]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: WireKey.self)
        values = try Dictionary(
          uniqueKeysWithValues: container.allKeys.map { ($0.stringValue, try container.decode(Int.self, forKey: $0)) })
        #expect(!container.contains(.name("none")))
      }
    }
    for count in [1, 15, 16, 17, 1000] {
      let members = (0..<count).map { #""k\u00e9\#($0)":\#($0)"# }
      let wide = try Wire.decode(Wide.self, from: [UInt8](("{" + members.joined(separator: ",") + "}").utf8))
      #expect(wide.values == Dictionary(uniqueKeysWithValues: (0..<count).map { ("ké\($0)", $0) }))
    }
  }

  /// Among few keys and many, plain and escaped, first and last. U+212A, the sign of the kelvin, is equal to K by Unicode.
  @Test(arguments: [("\u{e9}", "e\u{301}"), ("e\u{301}", "\u{e9}"), ("\u{212a}", "K"), ("K", "\u{212a}")])
  func keysAreFoundByTheirBytes(_ key: String, _ equal: String) throws {
    struct Names: Decodable {
      let isFound: (String) -> Bool
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: WireKey.self)
        isFound = { container.contains(.name($0)) }
      }
    }
    #expect(key == equal)
    let escaped = key.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
    for written in [key, escaped] {
      for count in [0, 14, 15, 16, 40] {
        let others = (0..<count).map { #""k\#($0)":0"# }
        for members in [["\"\(written)\":0"] + others, others + ["\"\(written)\":0"]] {
          let names = try Wire.decode(Names.self, from: [UInt8]("{\(members.joined(separator: ","))}".utf8))
          #expect(names.isFound(key), "\(count)")
          #expect(!names.isFound(equal), "\(count)")
        }
      }
    }
  }

  @Test func textsThatEndInTheMiddleOfAnything() {
    let text = [UInt8](#"{"a\u00e9":[1.5e3,"x\n\ud83d\ude00",true,null,{"b":[]}],"c":-0}"#.utf8)
    for count in 0..<text.count {
      #expect(throws: JSONFault.self) { try JSONScanner.check([UInt8](text[..<count])) }
    }
    #expect(throws: Never.self) { try JSONScanner.check(text) }
  }
}
