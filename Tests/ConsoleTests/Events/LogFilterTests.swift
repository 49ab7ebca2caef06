import Console
import Foundation
import Host
import Logging
import Testing

@Suite struct LogFilterTests {
  private func filter(_ text: String) -> LogFilter { LogFilter(Filter(text), now: EventFixture.now) }

  @Test(arguments: [
    ("", true), ("level:warning", true), ("level:info", true), ("level:error", false), ("level:error level:info", true),
    ("function:like", true), ("function:other", false), ("id:0197", true), ("id:0198", false), ("since:1m", true),
    ("since:1s", false), ("no such", true), ("SUCH row", true), ("users", true), ("table", false),
  ])
  func aLineMatches(text: String, matches: Bool) {
    let record = LogRecord(
      time: EventFixture.now.addingTimeInterval(-10), level: .warning, message: "No such row", function: "like",
      invocation: UUID(uuidString: "0197bbbb-0000-7000-8000-000000000000"),
      fields: [.init("table", "users")])
    #expect(filter(text).problems.isEmpty)
    #expect(filter(text).matches(record) == matches)
  }

  @Test func aLineOfTheHostMatchesNoFunctionAndNoID() {
    let record = LogRecord(time: EventFixture.now, level: .info, message: "Listening")
    #expect(
      !filter("function:like").matches(record) && !filter("id:0").matches(record) && filter("listen").matches(record))
  }

  @Test(arguments: ["level:loud", "since:x", "status:500", "function:", "id:"])
  func anUnreadableTermIsReported(term: String) {
    #expect(filter(term).problems.map(\.term) == [term])
  }
}
