import Testing

@testable import Wire

@Suite struct StringCutTests {
  @Test func textsAreCutAtCharacters() {
    #expect("żółw".cut(toBytes: 3) == "ż…")
    #expect("żółw".cut(toBytes: 7) == "żółw")
    #expect("👩‍👩‍👧".cut(toBytes: 5) == "👩…")
    #expect("".cut(toBytes: 0) == "")
  }

  @Test func textsAreCutAtScalars() {
    #expect("żółw".cut(toScalars: 3) == "żół…")
    #expect("żółw".cut(toScalars: 4) == "żółw")
    // One character of a thousand scalars.
    let long = "e" + String(repeating: "\u{301}", count: 999)
    #expect(long.count == 1)
    #expect(long.cut(toScalars: 10).unicodeScalars.count == 11)
    #expect("".cut(toScalars: 0) == "")
  }
}
