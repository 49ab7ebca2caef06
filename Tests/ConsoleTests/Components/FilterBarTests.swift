import Testing

@testable import Console

@Suite struct FilterBarTests {
  @Test func theScriptShowsTheHintsThatNeedIt() {
    let html = FilterBar(section: .logs, filter: Filter("a"), placeholder: "words", hints: ["level:error"]).html.text
    #expect(html.contains("<button type=\"button\" class=\"hint\" hidden data-hint=\"level:error\">"))
    #expect(html.contains("<button>Filter</button>"))
  }
}
