import Testing
import Wire

/// The fault that a text has; nil if it is acceptable.
func fault(in text: String) -> JSONFault? { fault(in: [UInt8](text.utf8)) }

/// The fault that bytes have; nil if they are acceptable.
func fault(in bytes: [UInt8]) -> JSONFault? {
  do throws(JSONFault) {
    try JSONScanner.check(bytes)
    return nil
  } catch {
    return error
  }
}

@Suite struct JSONScannerTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "7", "-12.5", "1e5", "1E+5", "1e-5", "0.125e10", #""""#, #""text""#, "[]", "{}",
    "[1,2,3]", #"{"a":1,"b":[{"a":2}]}"#, " \t\r\n[ 1 , { \"a\" : null } ]\n ", #""\"\\\/\b\f\n\r\t\u00e9""#,
    #""\ud83d\ude00""#, #""é 日本 😀""#, #"{"":{"":1}}"#, #"["\u0000"]"#, #"{"a":1,"A":2,"á":3}"#,
    "12345678901234567890123456789012345678901234567890", "[[],{},[[]],{\"a\":{}}]",
  ])
  func acceptable(_ text: String) {
    #expect(fault(in: text) == nil)
  }

  @Test(arguments: [
    ("", "Expected a JSON value, found nothing at $"), ("  \n", "Expected a JSON value, found nothing at $"),
    ("nul", "Expected null at $"), ("nulL", "Expected null at $"), ("True", "Expected a value at $"),
    ("tru e", "Expected true at $"), ("NaN", "Expected a value at $"), ("Infinity", "Expected a value at $"),
    ("01", "Unexpected text after the JSON value at $"), ("-", "Expected a digit at $"),
    ("+1", "Expected a value at $"),
    ("1.", "Expected a digit at $"), (".5", "Expected a value at $"), ("1e", "Expected a digit at $"),
    ("1e+", "Expected a digit at $"), ("--1", "Expected a digit at $"),
    ("0x10", "Unexpected text after the JSON value at $"),
    ("1 2", "Unexpected text after the JSON value at $"), ("{} {}", "Unexpected text after the JSON value at $"),
    ("[1]]", "Unexpected text after the JSON value at $"), ("[1,]", "Expected a value at $[1]"),
    ("[,1]", "Expected a value at $[0]"), ("[1 2]", "Expected ',' or ']' at $[0]"),
    ("[1", "Expected ',' or ']' at $[0]"), ("[", "Expected a value, the text ends at $[0]"),
    ("[1}", "Expected ',' or ']' at $[0]"), ("{", "Expected a key in double quotes at $"),
    ("{1:2}", "Expected a key in double quotes at $"), ("{'a':1}", "Expected a key in double quotes at $"),
    (#"{"a"}"#, "Expected ':' after the key at $.a"), (#"{"a":}"#, "Expected a value at $.a"),
    (#"{"a":1"#, "Expected ',' or '}' at $.a"), (#"{"a":1,}"#, "Expected a key in double quotes at $.a"),
    (#"{"a":1]"#, "Expected ',' or '}' at $.a"), (#"{"a":1 "b":2}"#, "Expected ',' or '}' at $.a"),
    (#"{,}"#, "Expected a key in double quotes at $"), ("// x\n1", "Expected a value at $"),
    ("[1, /* x */ 2]", "Expected a value at $[1]"), ("\u{FEFF}1", "Expected a value at $"),
    ("\u{00A0}1", "Expected a value at $"), ("]", "Expected a value at $"), ("}", "Expected a value at $"),
  ])
  func malformed(_ text: String, _ expected: String) {
    #expect(fault(in: text)?.description == expected)
  }

  @Test(arguments: [
    (#""abc"#, "A string does not end at $"), (#""abc\"#, "A string does not end at $"),
    (#""\x41""#, "Unknown escape in a string at $"), (#""\u12""#, #"Expected four hexadecimal digits after \u at $"#),
    (#""\u12G4""#, #"Expected four hexadecimal digits after \u at $"#),
    (#""\ud800""#, "A lone surrogate in a string at $"),
    (#""\ud800\u0041""#, "A lone surrogate in a string at $"), (#""\udc00""#, "A lone surrogate in a string at $"),
    (#""\ud800\ud800""#, "A lone surrogate in a string at $"), (#""\ud83dx""#, "A lone surrogate in a string at $"),
    ("\"a\nb\"", "Control character in a string at $"), ("\"\u{0}\"", "Control character in a string at $"),
    ("\"\u{1F}\"", "Control character in a string at $"), ("[\"\t\"]", "Control character in a string at $[0]"),
  ])
  func malformedStrings(_ text: String, _ expected: String) {
    #expect(fault(in: text)?.description == expected)
  }

  @Test func deleteIsNoControlCharacterInJSON() {
    #expect(fault(in: "\"\u{7F}\"") == nil)
  }

  @Test(arguments: [
    (#"{"users":[{"name":1},{"name":x}]}"#, "$.users[1].name"),
    (#"{"a b":{"c":x}}"#, #"$["a b"].c"#),
    (#"{"a\"b":x}"#, #"$["a\"b"]"#),
    (#"{"\u0061\n":x}"#, #"$["a\n"]"#),
    (#"{"é":x}"#, #"$["é"]"#),
    (#"{"a":[[],[0,1,x]]}"#, "$.a[1][2]"),
    (#"{"a":{},"b":[{}],"c":x}"#, "$.c"),
  ])
  func thePathLeadsToTheFault(_ text: String, _ path: String) {
    #expect(fault(in: text)?.path == path)
  }

  @Test func aLongPathIsShortened() throws {
    let deep = try #require(fault(in: String(repeating: "[", count: 100) + "x"))
    #expect(deep.path == "$" + String(repeating: "[0]", count: 8) + "…" + String(repeating: "[0]", count: 8))
    let wide = try #require(fault(in: #"{""# + String(repeating: "k", count: 10_000) + #"":x}"#))
    #expect(wide.path == #"$["# + "\"" + String(repeating: "k", count: 64) + "…\"]" || wide.path.utf8.count < 100)
  }
}
