import Testing
import Wire

@Suite struct UTF8Tests {
  private static func text(_ before: String, _ bytes: [UInt8], _ after: String) -> [UInt8] {
    [UInt8](before.utf8) + bytes + [UInt8](after.utf8)
  }

  @Test(
    arguments: [
      [0xFF], [0xFE], [0x80], [0xBF],  // no first byte at all
      [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],  // overlong
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],  // surrogates
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],  // beyond Unicode
      [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],  // cut off
      [0xC3, 0x28], [0xE2, 0x28, 0xA1],  // broken in the middle
    ] as [[UInt8]])
  func invalidBytes(_ bytes: [UInt8]) {
    let inValue = Self.text(#"{"a":["x",""#, bytes, #""]}"#)
    #expect(fault(in: inValue) == JSONFault("Invalid UTF-8", at: "$.a[1]"))
    let inKey = Self.text(#"{"a":{""#, bytes, #"":1}}"#)
    #expect(fault(in: inKey) == JSONFault("Invalid UTF-8", at: "$.a"))
    #expect(fault(in: Self.text("", bytes, "")) == JSONFault("Invalid UTF-8", at: "$"))
    #expect(fault(in: Self.text("1 ", bytes, "")) == JSONFault("Invalid UTF-8", at: "$"))
    #expect(fault(in: Self.text(#"["\"#, bytes, #""]"#)) == JSONFault("Invalid UTF-8", at: "$[0]"))
  }

  @Test func anEarlierFaultIsToldFirst() {
    let bytes = Self.text(#"{"a":nope,"b":""#, [0xFF], #""}"#)
    #expect(fault(in: bytes) == JSONFault("Expected null", at: "$.a"))
  }

  @Test func aDecoderNeverSeesIt() {
    #expect(throws: JSONFault("Invalid UTF-8", at: "$")) {
      try Wire.decode(String.self, from: Self.text("\"", [0xED, 0xA0, 0x80], "\""))
    }
  }
}
