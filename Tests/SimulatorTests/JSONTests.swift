import Testing

@testable import Simulator

@Suite struct JSONTests {
  @Test(arguments: [
    "{}", " [ ] ", "0", "-0.5e+3", "1E9", "true", "false", "null", #""""#, #"{"a":[1,2,{"b":null}]}"#,
    #""\u00e9\uD83C\uDF55\n\/""#, "\"é🍕\"",
  ])
  func valid(text: String) { #expect(JSON(Array(text.utf8)) != nil) }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", "01", "1.", ".5", "1e", "+1", "--1",
    "tru", "nul",
    "\"", "\"\n\"", #""\x""#, #""\u12""#, #""\uD83C""#, #""\uDF55""#, #""\uD83Cx""#, "{} {}", "1 2", "NaN",
  ])
  func invalid(text: String) { #expect(JSON(Array(text.utf8)) == nil) }

  @Test func invalidUTF8() {
    #expect(JSON([0x22, 0xC3, 0x28, 0x22]) == nil)
    #expect(JSON([0x22, 0x5C, 0x6E, 0xFF, 0x22]) == nil)
  }

  @Test func depthIsLimited() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSON(nested(128)) != nil)
    #expect(JSON(nested(129)) == nil)
    #expect(JSON(Array(repeating: UInt8(ascii: "["), count: 100_000)) == nil)
  }

  @Test func valuesAreRead() {
    let json = JSON(Array(#"{"a":"\ud83c\udf55\t\\","b":12,"b":13,"c":1.5,"d":1e300}"#.utf8))
    #expect(json?["a"]?.string == "🍕\t\\")
    #expect(json?["b"]?.integer == 13)
    #expect(json?["c"]?.integer == nil)
    #expect(json?["c"]?.number == 1.5)
    #expect(json?["d"]?.integer == nil)
    #expect(json?["e"] == nil)
  }

  @Test func quotingReadsBack() {
    let text = "\"\\\u{0}\n\u{1F}\u{7F}é🍕/"
    #expect(JSON(Array(JSON.quote(text).utf8))?.string == text)
  }
}
