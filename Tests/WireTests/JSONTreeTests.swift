import Testing

@testable import Wire

/// Any JSON, read in the pass that checks it.
@Suite struct JSONTreeTests {
  private static let texts: [(String, JSONValue)] = [
    ("null", .null), (" true ", .bool(true)), ("0", .integer(0)), ("-12", .integer(-12)),
    ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ("1.5e3", .number(1500)), (#""""#, .string("")), (#""a\n\u00e9\ud83d\ude00b""#, .string("a\né😀b")),
    ("[]", .array([])), ("{}", .object([:])), ("[[],[1,[2]],{}]", [[], [1, [2]], [:]]),
    (#"{"a":{"b":[1,"x",null,false]},"c\u0064":2}"#, ["a": ["b": [1, "x", .null, false]], "cd": 2]),
  ]

  @Test(arguments: texts)
  func values(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONScanner.value(of: [UInt8](text.utf8)) == value)
    #expect(try Wire.decode(JSONValue.self, from: [UInt8](text.utf8)) == value)
  }

  @Test(arguments: [
    ("1e999", "A number is too large at $"), (#"{"a":[0,-1e400]}"#, "A number is too large at $.a[1]"),
    (#"{"a":1,"a":2}"#, "Duplicate key at $.a"), ("[1,", "Expected a value, the text ends at $[1]"),
  ])
  func faults(_ text: String, _ fault: String) {
    let error = #expect(throws: JSONFault.self) { try JSONScanner.value(of: [UInt8](text.utf8)) }
    #expect(error?.description == fault)
  }
}
