import Console
import Testing

@Suite struct TextNeedleTests {
  @Test(arguments: [
    ("err", "An ERROR", true), ("ERR", "an error", true), ("", "", true), ("a", "", false), ("abc", "ab", false),
    ("aab", "aaab", true), ("straße", "Die STRAßE", true), ("🙂", "a🙂b", true), ("%", "100%", true),
    ("[a-z]", "b", false),
  ])
  func aTextOccurs(needle: String, text: String, occurs: Bool) {
    #expect(TextNeedle(needle).occurs(in: text) == occurs)
  }
}
