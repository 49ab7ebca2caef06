import Foundation
import Testing

@testable import Console

@Suite struct ViewKeyTests {
  @Test func aPathWithAQueryIsRead() {
    let key = ViewKey("/console/queue/a%2Fb?q=state%3Adead+x&sort=-count", canAct: false)
    #expect(key?.section == .queue)
    #expect(key?.path == ["a/b"])
    #expect(key?.view(at: .distantPast).filter.text == "state:dead x")
    #expect(key?.name == "/console/queue/a%2Fb?q=state%3Adead%20x&sort=-count")
  }

  @Test func aNameIsReadBackToTheSameView() throws {
    let key = ViewKey(.logs, path: ["ä b"], query: Form([.init("q", "\"&=+%")]), canAct: true)
    #expect(ViewKey(key.name, canAct: true) == key)
  }

  @Test func aNameThatIsTooLongIsNotWatched() {
    let key = { ViewKey(.logs, path: [], query: Form([.init("q", String(repeating: "a", count: $0))]), canAct: true) }
    let long = key(ViewKey.limit)
    #expect(long.liveName == nil && ViewKey(long.name, canAct: true) == nil)
    let short = key(ViewKey.limit - "/console/logs?q=".utf8.count)
    #expect(short.liveName == short.name && ViewKey(short.name, canAct: true) == short)
  }

  @Test(arguments: [
    "", "/", "/console", "/console/nothing", "/other/logs", "logs",
    "/console/logs?q=" + String(repeating: "a", count: 2048),
  ])
  func whatIsNoPageIsNoView(_ text: String) {
    #expect(ViewKey(text, canAct: true) == nil)
  }
}
