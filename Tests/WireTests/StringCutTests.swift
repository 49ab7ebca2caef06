import Testing

@testable import Wire

@Suite struct StringCutTests {
  @Test func textsAreCutAtCharacters() {
    #expect("żółw".cut(toBytes: 3) == "ż…")
    #expect("żółw".cut(toBytes: 7) == "żółw")
    #expect("👩‍👩‍👧".cut(toBytes: 5) == "👩…")
    #expect("".cut(toBytes: 0) == "")
  }
}
