import Console
import Foundation
import Host
import Testing

@Suite struct InvocationFilterTests {
  private func filter(_ text: String) -> InvocationFilter { InvocationFilter(Filter(text), now: EventFixture.now) }

  @Test(arguments: [
    ("", true), ("function:like", true), ("function:other", false), ("function:other function:like", true),
    ("status:5xx", true), ("status:503", true), ("status:504", false), ("status:404 status:503", true),
    ("trigger:http", true), ("trigger:cron", false), ("caller:authenticated", true), ("caller:anon", false),
    ("caller:0197aaaa", true), ("caller:0197AAAA", true), ("caller:0198", false), ("caller:none", false),
    ("id:0197bbbb", true), ("id:0197cccc", false), ("min:200ms", true), ("min:200MS", true), ("min:251ms", false),
    ("min:1s", false),
    ("since:15m", true), ("since:5s", false), ("timeout", true), ("TIMEOUT like", true), ("timeout other", false),
    ("function:like status:4xx", false), ("\"no such row\"", false), ("10.0.0.7", true), ("feedface", true),
  ])
  func anInvocationMatches(text: String, matches: Bool) {
    let record = EventFixture.invocation("like", status: 503, ago: 10, milliseconds: 250) {
      $0.id = UUID(uuidString: "0197bbbb-0000-7000-8000-000000000000") ?? $0.id
      $0.user = UUID(uuidString: "0197aaaa-0000-7000-8000-000000000000")
      $0.role = "authenticated"
      $0.client = "10.0.0.7"
      $0.error = "Timeout of upstream"
      $0.version = "feedface"
    }
    #expect(filter(text).problems.isEmpty)
    #expect(filter(text).matches(record) == matches)
  }

  @Test func aCallWithoutATokenIsFound() {
    #expect(filter("caller:none").matches(EventFixture.invocation("like")))
  }

  @Test(arguments: [
    "status:abc", "status:", "trigger:mail", "min:soon", "since:yesterday", "colour:red", "function:", "caller:", "id:",
  ])
  func whatCannotBeReadIsToldAndNotApplied(term: String) {
    let filter = filter(term)
    #expect(filter.problems.map(\.term) == [term])
    #expect(filter.matches(EventFixture.invocation("like")))
  }
}
