import Testing

@testable import Wire

@Suite struct Base64URLTests {
  @Test func everyByteRoundTrips() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64URL.decode(Base64URL.encode(bytes).utf8) == bytes)
    }
    #expect(Base64URL.encode([0xFB, 0xFF, 0xFE]) == "-__-")
    #expect(Base64URL.decode("".utf8) == [])
  }

  /// One text for one value: otherwise one token would have many spellings.
  @Test(arguments: ["A", "AAAAA", "AB", "AAB", "AA=", "AA==", "A A", "AA\n", "+/8", "é", "AA.A", "Zh", "Zm9vYmF"])
  func strictly(_ text: String) {
    #expect(Base64URL.decode(text.utf8) == nil)
  }
}
