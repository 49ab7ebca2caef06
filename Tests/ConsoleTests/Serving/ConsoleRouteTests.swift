import HTTPTypes
import Testing

@testable import Console

@Suite struct ConsoleRouteTests {
  @Test func readingFindsPagesAndFiles() {
    #expect(ConsoleRoute(.get, []) == .root)
    #expect(ConsoleRoute(.get, ["queue", "42"]) == .page(.queue, path: ["42"]))
    #expect(ConsoleRoute(.head, ["assets", "a.css"]) == .asset("a.css"))
    #expect(ConsoleRoute(.get, ["nothing"]) == .unknown)
  }

  @Test func actionsAreOnlyPosted() {
    #expect(ConsoleRoute(.post, ["queue", "actions", "retry"]) == .action(.queue, name: "retry"))
    #expect(ConsoleRoute(.get, ["queue", "actions", "retry"]) == .page(.queue, path: ["actions", "retry"]))
    #expect(ConsoleRoute(.post, ["queue"]) == .unknown)
    #expect(ConsoleRoute(.get, ["logout"]) == .unknown)
    #expect(ConsoleRoute(.delete, ["queue", "actions", "retry"]) == .unknown)
  }
}
