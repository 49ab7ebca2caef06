import Foundation
import Jobs
import Testing
import Wire

@testable import Console

@Suite struct QueueFilterTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func read(_ text: String) throws -> QueueFilter { try QueueFilter(Filter(text), now: now) }

  @Test func termsBecomeASearch() throws {
    let filter = try read(#"function:ship state:dead error:"no such row" since:2h order_17 "two words""#)
    var search = JobCommand.Search()
    search.name = "ship"
    search.state = "dead"
    search.error = "no such row"
    search.since = now.addingTimeInterval(-7200)
    search.texts = ["order_17", "two words"]
    search.before = 9
    search.limit = 50
    #expect(filter.search(before: 9, limit: 50) == search)
    #expect(!filter.isEnded && !filter.isEmpty)
  }

  @Test func anOutcomeSearchesTheHistory() throws {
    let filter = try read("state:timed_out id:17 host:web-1")
    #expect(filter.isEnded)
    let search = filter.runSearch(before: nil, limit: 10)
    #expect(search.outcome == "timed_out" && search.jobID == 17 && search.host == "web-1")
    #expect(throws: PageError.self) { try filter.change(.retry) }
  }

  @Test(arguments: ["status:5xx", "state:odd", "id:x", "id:99999999999999999999", "since:yesterday", "since:-1h"])
  func whatIsNotValidIsRefused(_ text: String) { #expect(throws: PageError.self) { try read(text) } }

  @Test(arguments: [
    "state:scheduled" + String(repeating: " ", count: 490) + "function:prune", "function:\"\" state:dead",
    "state:dead function:",
  ])
  func aFilterOfWhichAPartWouldBeIgnoredIsRefused(_ text: String) { #expect(throws: PageError.self) { try read(text) } }

  @Test func anActionNeedsAConditionAndAStateThatItTakes() throws {
    #expect(throws: PageError.self) { try read("").change(.cancel) }
    #expect(throws: PageError.self) { try read("state:running").change(.retry) }
    #expect(try read("since:2026-03-01T12:00:00Z").change(.retry).since == WireDate.date(from: "2026-03-01T12:00:00Z"))
    #expect(try read("id:17").change(.discard).ids == [17])
    #expect(try read("text").change(.discard).texts == ["text"])
  }

  @Test func anIndentedTextKeepsItsSpelling() {
    #expect(
      IndentedJSON.text(of: #"{"a":5.20,"b":[1,{}],"c":[],"d":"{\"x\":[1,2]}"}"#) == """
        {
          "a": 5.20,
          "b": [
            1,
            {}
          ],
          "c": [],
          "d": "{\\"x\\":[1,2]}"
        }
        """)
  }
}
