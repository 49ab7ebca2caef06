import Foundation
import Testing
import Wire

@Suite struct RawJSONTests {
  @Test(
    arguments: [
      ("null", "null"), (" true ", "true"), ("[ ]", "[]"), ("{ }", "{}"), ("-0.0", "-0.0"), ("5.20", "5.20"),
      ("1E+2", "1E+2"), ("0e-999", "0e-999"), ("12345678901234567890123", "12345678901234567890123"),
      (#"{ "b" : [1 , 2.0], "a":{"c":null} }"#, #"{"b":[1,2.0],"a":{"c":null}}"#),
      (#""\u00e9\/\n\u0001\"""#, #""é/\n\u0001\"""#), (#"{"\u0061":1}"#, #"{"a":1}"#), (#""\ud83d\ude00""#, #""😀""#),
    ])
  func aValueKeepsItsSpelling(text: String, expected: String) throws {
    let raw = try RawJSON(text)
    #expect(raw.text == expected)
    #expect(try String(decoding: Wire.encode(["x": raw]), as: UTF8.self) == #"{"x":\#(expected)}"#)
    #expect(try Wire.decode([String: RawJSON].self, from: Array(#"{"x":\#(text)}"#.utf8))["x"] == raw)
    #expect(try raw.value == Wire.decode(JSONValue.self, from: Array(text.utf8)))
  }

  @Test(arguments: ["", "{", "[1,]", "1e309", "-1e400", "1e-320", "nul", #"{"a":1,"a":2}"#, #""\ud800""#])
  func otherTextsAreRefused(text: String) {
    #expect(throws: JSONFault.self) { try RawJSON(text) }
  }

  @Test func theFaultOfANumberHasItsPath() {
    let error = #expect(throws: JSONFault.self) { try RawJSON(#"{"a":[0,{"b":1e999}]}"#) }
    #expect(error?.path == "$.a[1].b")
  }

  @Test func otherCodersReadAndWriteTheValue() throws {
    let raw = try JSONDecoder().decode(RawJSON.self, from: Data(#"{"a":[1,"x",null]}"#.utf8))
    #expect(raw.text == #"{"a":[1,"x",null]}"#)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(raw)) == raw.value)
  }
}
