import Testing
import Wire

@Suite struct JSONKeyTests {
  @Test(arguments: [
    (#"{"a":1,"a":2}"#, "$.a"), (#"{"role":"anon","x":{"role":1},"role":"admin"}"#, "$.role"),
    (#"{"a":1,"\u0061":2}"#, "$.a"), (#"{"\u0061":1,"a":2}"#, "$.a"), (#"{"/":1,"\/":2}"#, #"$["/"]"#),
    (#"{"\n":1,"\u000a":2}"#, #"$["\n"]"#), (#"{"😀":1,"\ud83d\ude00":2}"#, #"$["😀"]"#), (#"{"":1,"":2}"#, "$"),
    (#"[{},{"b":[{"c":1,"c":2}]}]"#, "$[1].b[0].c"),
    (#"{"\u00e9":1,"e\u0301":2}"#, "$[\"e\u{301}\"]"),
  ])
  func duplicates(_ text: String, _ path: String) {
    #expect(fault(in: text) == JSONFault("Duplicate key", at: path))
  }

  @Test(arguments: [
    #"[{"a":1},{"a":2}]"#, #"{"a":{"a":{"a":1}}}"#, #"{"a":1,"A":2}"#, #"{"a":1,"\\u0061":2}"#, #"{"a":1,"a ":2}"#,
    #"{"a":1,"a\u0000":2}"#,
  ])
  func distinct(_ text: String) {
    #expect(fault(in: text) == nil)
  }

  /// The text after a key may look like the rest of another key's name.
  @Test(arguments: [0, 20])
  func aNameWithAQuoteIsAnotherKey(_ others: Int) throws {
    let more = (0..<others).map { #","k\#($0)":"x""# }.joined()
    let text = #"{"a":"b","a\":\"b":"c"\#(more)}"#
    let members = try Wire.decode([String: String].self, from: [UInt8](text.utf8))
    #expect(members.count == others + 2)
    #expect(members["a"] == "b")
    #expect(members[#"a":"b"#] == "c")
  }

  @Test func aDuplicateAmongManyIsFound() {
    for count in [2, 7, 8, 9, 20] {
      let keys = (0..<count).map { #""k\#($0)":0"# }
      #expect(fault(in: "{" + keys.joined(separator: ",") + "}") == nil)
      for repeated in keys {
        #expect(fault(in: "{" + (keys + [repeated]).joined(separator: ",") + "}")?.reason == "Duplicate key")
      }
    }
  }

  /// Quadratic work would take hours here.
  @Test func manyDistinctKeysAreRead() {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for index in 0..<200_000 { bytes.append(contentsOf: "\"\(index)\":0,".utf8) }
    bytes.append(contentsOf: #""end":0}"#.utf8)
    #expect(fault(in: bytes) == nil)
    bytes.removeLast()
    bytes.append(contentsOf: #","7":0}"#.utf8)
    #expect(fault(in: bytes) == JSONFault("Duplicate key", at: "$.7"))
  }
}
