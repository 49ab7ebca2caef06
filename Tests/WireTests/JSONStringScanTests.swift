import Testing

@testable import Wire

@Suite struct JSONStringScanTests {
  /// A text without the bytes of its strings.
  private func withoutStrings(_ text: String) -> String {
    var scan = JSONStringScan()
    return String(decoding: text.utf8.filter { !scan.isInString($0) }, as: UTF8.self)
  }

  @Test(arguments: [
    (#""""#, ""), (#"["a",1,"b"]"#, "[,1,]"), (#"{"a":{"b":[true,"c"]}}"#, "{:{:[true,]}}"),
    (#"["\"",1]"#, "[,1]"), (#"["\\",2]"#, "[,2]"), (#"["\\\"",3]"#, "[,3]"), (#"["\\\\",4]"#, "[,4]"),
    (#"["[{,}]",5]"#, "[,5]"), (#"["é\u0022",-6e0]"#, "[,-6e0]"), ("7", "7"),
  ]) func stringsAreToldFromTheRest(text: String, rest: String) throws {
    try JSONScanner.check(Array(text.utf8))
    #expect(withoutStrings(text) == rest)
  }
}
