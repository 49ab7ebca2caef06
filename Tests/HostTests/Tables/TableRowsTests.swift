import Edge
import Testing

@testable import Host

/// The rows in the JSON of a function's response.
@Suite struct TableRowsTests {
  @Test(arguments: [
    ("[]", "[]"), ("[ ]", "[]"), (" [\n] ", "[]"), ("", "[]"), ("null", "[]"), (" null", "[]"), ("  ", "[]"),
    (#"{"a":1}"#, #"[{"a":1}]"#), (#"  {"a": [1, 2]} "#, #"[{"a": [1, 2]}]"#),
    (#"[{"a":1},{"b":",]"}]"#, #"[{"a":1},{"b":",]"}]"#),
    (" [ {\"a\" : 1} ,\n\t{\"b\":[ ]} ]\r\n", #"[{"a" : 1},{"b":[ ]}]"#),
  ])
  func rowsAreReadWithAnyWhiteSpace(_ text: String, _ rows: String) throws {
    let read = try TableRows(Response(json: Array(text.utf8)))
    #expect(String(decoding: read.json, as: UTF8.self) == rows)
  }
}
