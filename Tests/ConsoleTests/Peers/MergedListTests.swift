import Foundation
import Host
import Testing

@testable import Console

@Suite struct MergedListTests {
  /// A host with calls that ended so many seconds ago, each with the next number.
  private static func records(_ ages: [Double]) -> [InvocationRecord] {
    ages.sorted(by: >).enumerated().map { index, age in
      EventFixture.invocation("f", ago: age) { $0.sequence = UInt64(index + 1) }
    }
  }

  /// The answer of a host to the question for a page.
  private static func part(
    _ host: String, _ records: [InvocationRecord], before: ListBounds?, limit: Int
  ) -> HostValue<ListPart<InvocationRecord>> {
    let isOwn = host == "a"
    let bound = before?.bound(of: host, isOwn: isOwn) ?? .max
    let page = Array(records.reversed().filter { $0.sequence < bound }.prefix(limit))
    return HostValue(host: host, isOwn: isOwn, value: ListPart(records: page, hasMore: page.count == limit))
  }

  private static func pages(_ hosts: [String: [InvocationRecord]], answer: Int, limit: Int) throws -> [[Double]] {
    var pages: [[Double]] = []
    var before: ListBounds?
    for _ in 0..<100 {
      let parts = hosts.sorted { $0.key < $1.key }.map { part($0.key, $0.value, before: before, limit: answer) }
      let list = MergedList(parts, isAlone: hosts.count == 1, limit: limit)
      pages.append(list.items.map { EventFixture.now.timeIntervalSince($0.value.time) })
      guard let end = list.end else { return pages }
      // As it stands in the link to the next page.
      let next: ListBounds = try #require(ListBounds(end.text))
      before = next
    }
    return pages
  }

  @Test func theCallsOfAllHostsAreListedByTime() throws {
    let hosts = ["a": Self.records([1, 4, 5]), "b": Self.records([2, 3, 6])]
    #expect(try Self.pages(hosts, answer: 10, limit: 10) == [[1, 2, 3, 4, 5, 6]])
  }

  /// No call is missing or twice, also where one host has all of a page, and where answers are shorter than a page.
  @Test(arguments: [1, 2, 3, 5, 7], [1, 2, 4])
  func pagesFollowEachOther(limit: Int, answer: Int) throws {
    let hosts = [
      "a": Self.records([1, 2, 3, 4, 15, 16]), "b": Self.records([5, 6, 7, 8, 9, 10]), "c": Self.records([11, 12]),
    ]
    let pages = try Self.pages(hosts, answer: answer, limit: limit)
    #expect(
      pages.flatMap(\.self) == hosts.values.flatMap { $0 }.map { EventFixture.now.timeIntervalSince($0.time) }.sorted())
    #expect(pages.allSatisfy { $0.count <= limit })
  }

  @Test func thePageOfAHostThatIsAloneEndsWithANumber() throws {
    let part = Self.part("a", Self.records([1, 2, 3]), before: nil, limit: 2)
    let list = MergedList([part], isAlone: true, limit: 2)
    #expect(list.end?.text == "2")
    #expect(try Self.pages(["a": Self.records([1, 2, 3])], answer: 2, limit: 2) == [[1, 2], [3]])
  }

  @Test func aHostThatTheLastPageDidNotShowAddsNothingNewer() throws {
    let bounds = try #require(ListBounds(ListBounds(["a": 7]).text))
    #expect(bounds.bound(of: "a", isOwn: true) == 7)
    #expect(bounds.bound(of: "b", isOwn: false) == 0)
    let own = try #require(ListBounds("12"))
    #expect(own.bound(of: "a", isOwn: true) == 12)
    #expect(own.bound(of: "b", isOwn: false) == 0)
    for text in ["", "x", "a-b", "-1", "a-1.b", "a-1-2", "99999999999999999999"] { #expect(ListBounds(text) == nil) }
  }
}
