import Testing

@testable import Console

@Suite struct FilterTests {
  @Test func termsAndWordsAreRead() {
    let filter = Filter(#"  function:like_option status:5xx  timeout error:"no such row" "#)
    #expect(filter["function"] == "like_option")
    #expect(filter["status"] == "5xx")
    #expect(filter["error"] == "no such row")
    #expect(filter.words == ["timeout"])
    #expect(filter["caller"] == nil)
  }

  @Test func aQuotedWordAndAnOpenQuoteAreRead() {
    #expect(Filter(#""two words" function:"open"#).terms.map(\.value) == ["two words", "open"])
  }

  @Test func aColonAtTheStartIsPartOfAWord() {
    #expect(Filter(":x").words == [":x"])
  }

  @Test func aTimeInAValueKeepsItsColons() {
    #expect(Filter("since:12:30").terms == [.init(name: "since", value: "12:30")])
  }

  @Test func aLongTextIsCut() {
    #expect(Filter(String(repeating: "a", count: Filter.limit)).isCut == false)
    let long = Filter(String(repeating: "é", count: Filter.limit))
    #expect(long.isCut)
    #expect(long.text.utf8.count == Filter.limit)
    // A character is not cut apart.
    #expect(Filter("a" + String(repeating: "é", count: Filter.limit)).text.utf8.count == Filter.limit - 1)
  }
}
