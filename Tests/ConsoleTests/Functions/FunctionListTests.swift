import Edge
import Foundation
import Host
import Testing

@testable import Console

@Suite struct FunctionListTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_030)
  private let ring = EventRing(stripes: 1)

  private func function(_ name: String, access: AccessKind = .anyone, missing: [String] = []) -> FunctionDescription {
    FunctionDescription(name: name, routes: ["/functions/v1/\(name)"], access: access, missingSecrets: missing)
  }

  private func call(_ name: String, status: Int = 200, microseconds: Int = 1000, ago: Double = 0) {
    ring.add(
      InvocationRecord(
        time: now.addingTimeInterval(-ago), id: UUID(), function: name, status: status,
        timing: InvocationTiming(total: microseconds)))
  }

  private func rows(_ functions: [FunctionDescription]) -> [FunctionRow] {
    FunctionRow.all(
      functions, ring.functionStatistics(now: now), nil, deployments: [:], rate: RecentRate(now: now, since: nil))
  }

  private func names(_ functions: [FunctionDescription], sort: String?) -> [String] {
    let query = Form(sort.map { [Form.Field("sort", $0)] } ?? [])
    let view = PageView(path: [], query: query, canAct: true, now: now)
    return FunctionList.sorted(rows(functions), by: view.sorting).map(\.function.name)
  }

  @Test func functionsAreSortedByTheirNamesUnlessTheQueryNamesAColumn() {
    for _ in 0..<3 { call("b") }
    call("c", microseconds: 9000)
    let functions = [function("c"), function("a", access: .user), function("b")]
    #expect(names(functions, sort: nil) == ["a", "b", "c"])
    #expect(names(functions, sort: "-name") == ["c", "b", "a"])
    #expect(names(functions, sort: "-calls") == ["b", "c", "a"])
    #expect(names(functions, sort: "-access") == ["a", "b", "c"])
    #expect(names(functions, sort: "no such column") == ["a", "b", "c"])
  }

  @Test func functionsWithoutAValueComeLastInBothDirections() {
    call("b", microseconds: 1000)
    call("c", microseconds: 9000)
    let functions = [function("a"), function("b"), function("c")]
    #expect(names(functions, sort: "p95") == ["b", "c", "a"])
    #expect(names(functions, sort: "-p95") == ["c", "b", "a"])
  }

  @Test func theStateIsTheGravestOfAll() {
    for _ in 0..<9 { call("failing") }
    call("failing", status: 500)
    for _ in 0..<10 { call("healthy") }
    call("healthy", status: 500)
    call("refused", status: 429)
    call("old", status: 500, ago: 600)
    let functions =
      ["failing", "healthy", "refused", "old"].map { function($0) } + [function("secret", missing: ["KEY"])]
    #expect(rows(functions).map(\.state) == [.failing, .healthy, .healthy, .idle, .incomplete])
  }

  @Test func theFilterTakesTermsAndWords() {
    let all = rows([function("like_option", access: .user), function("greet")])
    func passing(_ text: String) -> [String] {
      all.filter(FunctionFilter(Filter(text)).passes).map(\.function.name)
    }
    #expect(passing("") == ["like_option", "greet"])
    #expect(passing("LIKE") == ["like_option"])
    #expect(passing("access:user") == ["like_option"])
    #expect(passing("policy:inline state:idle v1") == ["like_option", "greet"])
    #expect(passing("access:anyone access:user state:idle") == ["like_option", "greet"])
    let problems = FunctionFilter(Filter("nonsense:1 state:odd access:user")).problems
    #expect(problems.map(\.term) == ["nonsense:1", "state:odd"])
  }

  @Test func hostileTextsStandInTheListAsTheyAre() {
    let text = #"<script>alert("1")</script>"#
    let view = PageView(path: [], query: Form([.init("q", text)]), canAct: true, now: now)
    let row = FunctionDescription(
      name: text, routes: [text], access: .custom(text), home: .init(bundle: text, version: text, group: text))
    call(text)
    let html = FunctionList(rows([row]), view, program: text).html.text
    #expect(html.contains("&lt;script&gt;"))
    #expect(!html.contains("<script"))
  }
}
