import Database
import Edge
import Engines
import Foundation
import HTTPTypes
import Host
import Logging
import NIOCore
import SwiftletTesting
import Synchronization
import Testing

@testable import Console

/// The pages Invocations, Logs and Errors on a real ring.
@Suite struct EventPagesTests {
  private let ring = EventRing(stripes: 1)

  private func sources(
    _ controls: EventControls = EventControls(), database: Database = .unavailable("not used")
  ) -> ConsoleSources {
    ConsoleSources(
      controls: controls, ring: ring, functions: NoFunctions(), database: database,
      clock: WallClock { EventFixture.now },
      host: HostDescription(
        version: "1.0", name: "host", started: EventFixture.now, isEmbedded: true, isLoopback: true,
        url: { "http://127.0.0.1:1" }))
  }

  private func html(_ page: some Page, _ view: PageView) async throws -> String {
    let content = try await page.content(of: view)
    #expect(Set(content.regions.map(\.id)).count == content.regions.count)
    return content.regions.map(\.content.text).joined(separator: "\n")
  }

  // MARK: Invocations

  @Test func emptyPagesSayWhatWouldBeThere() async throws {
    #expect(try await html(InvocationsPage(sources()), EventFixture.view()).contains("curl -i"))
    #expect(try await html(LogsPage(sources()), EventFixture.view()).contains("context.logger"))
    #expect(try await html(ErrorsPage(sources()), EventFixture.view()).contains("swiftlet logs --follow --level error"))
    let filtered = try await html(InvocationsPage(sources()), EventFixture.view([], "q=status%3A5xx"))
    #expect(filtered.contains("No call in memory matches the filter"))
  }

  @Test func refusedCallsStandInTheListLikeAllOthers() async throws {
    for status in [200, 401, 429, 500, 546] { ring.add(EventFixture.invocation("like", status: status)) }
    let page = InvocationsPage(sources())
    let all = try await html(page, EventFixture.view())
    for status in [200, 401, 429, 500, 546] { #expect(all.contains("\(status)</span>")) }
    let some = try await html(page, EventFixture.view([], "q=status%3A4xx"))
    #expect(some.contains("401</span>") && some.contains("429</span>") && !some.contains("546</span>"))
  }

  @Test func aMalformedFilterIsReported() async throws {
    ring.add(EventFixture.invocation("like"))
    let page = try await html(InvocationsPage(sources()), EventFixture.view([], "q=status%3Aabc+%3Cb%3E%3Ax"))
    #expect(page.contains("<code>status:abc</code> is no status"))
    #expect(page.contains("<code>&lt;b&gt;:x</code> is unknown here"))
    #expect(page.contains("like"))
  }

  @Test func aPageEndsWithTheLinkToOlderCalls() async throws {
    for number in 1...150 { ring.add(EventFixture.invocation("f\(number)")) }
    let page = InvocationsPage(sources())
    let first = try await html(page, EventFixture.view())
    #expect(first.contains(">f150<") && first.contains(">f51<") && !first.contains(">f50<"))
    #expect(first.contains("before=51"))
    let second = try await html(page, EventFixture.view([], "before=51"))
    #expect(second.contains(">f50<") && !second.contains(">f51<") && !second.contains("before="))
  }

  @Test func callsAreOrderedByDuration() async throws {
    for milliseconds in [5, 900, 40] {
      ring.add(EventFixture.invocation("f\(milliseconds)", milliseconds: milliseconds))
    }
    let page = try await html(InvocationsPage(sources()), EventFixture.view([], "sort=-duration"))
    let places = try ["f900<", "f40<", "f5<"].map { try #require(page.range(of: $0)).lowerBound }
    #expect(places == places.sorted())
  }

  @Test func theJobsOfACallHaveTheBadgesOfTheQueue() async throws {
    let record = EventFixture.invocation("like")
    ring.add(record)
    let states = ["available", "timed_out", "cancelled", "snoozed"]
    let page = try await html(
      InvocationsPage(sources(EventControls(jobs: states))), EventFixture.view([record.id.uuidString]))
    for state in states { #expect(page.contains(JobBadge.html(state: state).text)) }
    #expect(page.contains("waiting") && page.contains("timed out"))
  }

  @Test func theDetailShowsTimeLinesAndJobs() async throws {
    let record = EventFixture.invocation("like", status: 500, milliseconds: 100) {
      $0.timing.waited = 10_000
      $0.timing.handler = 60_000
      $0.timing.database = 25_000
      $0.error = "No <such> row"
      $0.trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    }
    ring.add(record)
    ring.add(LogRecord(time: EventFixture.now, level: .info, message: "own line", invocation: record.id))
    ring.add(LogRecord(time: EventFixture.now, level: .info, message: "other line", invocation: UUID()))
    let controls = EventControls(jobs: ["completed", "dead"])
    let page = InvocationsPage(sources(controls))
    let id = record.id.uuidString.lowercased()
    let detail = try await html(page, EventFixture.view([id]))
    #expect(detail.contains("Waited for a worker") && detail.contains("Database") && detail.contains("not measured"))
    #expect(detail.contains("30 ms"), "the rest: 100 - 10 - 60")
    #expect(detail.contains("No &lt;such&gt; row") && detail.contains("4bf92f3577b34da6a3ce929d0e0e4736"))
    #expect(detail.contains("own line") && !detail.contains("other line"))
    #expect(detail.contains("/console/queue/1") && detail.contains("/console/queue/2") && detail.contains("dead"))
    #expect(controls.called == ["jobs_of_run"])
  }

  @Test func aCallThatFellOutOfTheRingIsReported() async throws {
    let page = InvocationsPage(sources(EventControls(isDown: true)))
    let detail = try await html(page, EventFixture.view([UUID().uuidString]))
    #expect(detail.contains("older than what is kept in memory"))
    #expect(detail.contains("could not be asked: &lt;b&gt;down&lt;/b&gt;"))
    await #expect(throws: PageError.notFound) { try await page.content(of: EventFixture.view(["x"])) }
    await #expect(throws: PageError.notFound) { try await page.content(of: EventFixture.view(["x", "y"])) }
  }

  // MARK: Logs

  @Test func linesAreFilteredAndTheCommandIsTheSame() async throws {
    ring.add(LogRecord(time: EventFixture.now, level: .error, message: "it failed", function: "like"))
    ring.add(LogRecord(time: EventFixture.now, level: .info, message: "it began", function: "like"))
    let page = LogsPage(sources())
    let filtered = try await html(page, EventFixture.view([], "q=level%3Awarning"))
    #expect(filtered.contains("it failed") && !filtered.contains("it began"))
    #expect(filtered.contains("swiftlet logs --follow --level warning"))
    #expect(filtered.contains("/console/logs/download?q=level%3Awarning"))
    #expect(try await html(page, EventFixture.view(["1"])).contains("it failed"))
    #expect(try await html(page, EventFixture.view(["3"])).contains("not in memory any more"))
    #expect(try await html(page, EventFixture.view(["18446744073709551615"])).contains("not in memory any more"))
  }

  @Test func theDownloadHasALineOfJSONForEachMatch() async throws {
    for number in 1...1200 {
      ring.add(
        LogRecord(
          time: EventFixture.now, level: number.isMultiple(of: 2) ? .info : .error, message: "line\n\(number)",
          function: "like", fields: [.init("level", "forged"), .init("host", "a")]))
    }
    let response = try #require(LogsPage(sources()).download(EventFixture.view(["download"], "q=level%3Aerror")))
    #expect(response.headers[.contentType] == "application/x-ndjson;charset=UTF-8")
    guard case .stream(let write) = response.body.content else {
      Issue.record("the download is no stream")
      return
    }
    let collected = Mutex("")
    try await write(ResponseWriter { chunk in collected.withLock { $0 += String(buffer: chunk) } })
    let text = collected.withLock(\.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 600)
    #expect(lines.first?.contains(#""message":"line\n1199","function":"like""#) == true)
    #expect(
      lines.allSatisfy { $0.contains(#""level":"error""#) && !$0.contains("forged") && $0.contains(#""host":"a""#) })
  }

  // MARK: Errors

  @Test func errorsAreGroupedResolvedAndComeBack() async throws {
    func fail(_ number: Int, after seconds: Double = -1) {
      ring.add(EventFixture.invocation("like", status: 500, ago: -seconds) { $0.error = "no row \(number)" })
    }
    fail(1)
    fail(2)
    let temporary = try await TemporaryDatabase()
    try await temporary.database.migrate(.console)
    let page = ErrorsPage(sources(database: temporary.database))
    let list = try await html(page, EventFixture.view())
    #expect(list.contains("no row #") && list.contains("open</span>"))
    let group = try #require(ring.errorGroups().first)
    let outcome = try await page.perform("resolve", Form([.init("id", group.id)]))
    #expect(outcome.count == 1)
    #expect(try await !html(page, EventFixture.view()).contains("no row #"))
    let afterRestart = ErrorsPage(sources(database: temporary.database))
    #expect(try await html(afterRestart, EventFixture.view([], "q=state%3Aresolved")).contains("no row #"))
    let withoutDatabase = try await html(ErrorsPage(sources()), EventFixture.view())
    #expect(withoutDatabase.contains("no row #") && withoutDatabase.contains("The database does not answer"))
    fail(3, after: 1)
    #expect(try await html(page, EventFixture.view()).contains("came back"))
    _ = try await page.perform("reopen", Form([.init("id", group.id)]))
    #expect(try await html(page, EventFixture.view([group.id])).contains("open</span>"))
    await #expect(throws: PageError.self) { try await page.perform("resolve", Form([])) }
    await #expect(throws: PageError.self) { try await page.perform("resolve", Form([.init("id", "none")])) }
    await #expect(throws: PageError.self) { try await page.perform("explode", Form([.init("id", group.id)])) }
    await temporary.remove()
  }

  @Test func aViewerWithoutTheRightSeesNoForm() async throws {
    ring.add(EventFixture.invocation("like", status: 500))
    let group = try #require(ring.errorGroups().first)
    for path in [[], [group.id]] {
      #expect(
        try await html(ErrorsPage(sources()), EventFixture.view(path)).contains("/console/errors/actions/resolve"))
      let page = try await html(ErrorsPage(sources()), EventFixture.view(path, canAct: false))
      #expect(!page.contains("actions/") && !page.contains("checkbox"))
    }
  }

  @Test func aCrashShowsItsMessageFramesAndLostCalls() async throws {
    let call = EventFixture.invocation("boom", status: 503)
    ring.add(call)
    ring.add(
      EventFixture.death(
        "boom", lost: [call.id.uuidString.lowercased(), "odd"],
        lines: ["starting", "Swift/Array.swift:42: Fatal error: Index out of range", "0 boom.handler + 12"]))
    let page = ErrorsPage(sources())
    let list = try await html(page, EventFixture.view())
    #expect(list.contains("SIGILL") && list.contains("Fatal error: Index out of range"))
    let death = try #require(ring.deaths().first)
    let detail = try await html(page, EventFixture.view(["crash", "\(death.sequence)"]))
    #expect(detail.contains("0 boom.handler + 12") && detail.contains("/functions/v1/boom") && detail.contains("odd"))
    #expect(try await html(page, EventFixture.view(["crash", "99"])).contains("not in memory any more"))
  }

  // MARK: Hostile values

  @Test(arguments: EventFixture.hostile)
  func aHostileTextIsText(text: String) async throws {
    let record = EventFixture.invocation(text, status: 500) {
      $0.method = text
      $0.path = text
      $0.role = text
      $0.client = text
      $0.version = text
      $0.error = text
      $0.trace = text
    }
    ring.add(record)
    ring.add(
      LogRecord(
        time: EventFixture.now, level: .error, message: text, function: text, invocation: record.id,
        fields: [.init(text, text)]))
    ring.add(EventFixture.death(text, lost: [text], lines: [text, "Fatal error: \(text)"]))
    let query = "q=\(Form.encode(text))&sort=\(Form.encode(text))&before=\(Form.encode(text))&wrap=\(Form.encode(text))"
    let invocations = InvocationsPage(sources(EventControls(jobs: [text])))
    let (logs, errors) = (LogsPage(sources()), ErrorsPage(sources()))
    var pages: [String] = []
    for query in ["", query] {
      pages.append(try await html(invocations, EventFixture.view([], query)))
      pages.append(try await html(logs, EventFixture.view([], query)))
      pages.append(try await html(errors, EventFixture.view([], query)))
    }
    pages.append(try await html(invocations, EventFixture.view([record.id.uuidString])))
    for line in ring.logs() { pages.append(try await html(logs, EventFixture.view(["\(line.sequence)"]))) }
    for group in ring.errorGroups() { pages.append(try await html(errors, EventFixture.view([group.id]))) }
    for death in ring.deaths() {
      pages.append(try await html(errors, EventFixture.view(["crash", "\(death.sequence)"])))
    }
    for page in pages { #expect(EventFixture.isHarmless(page)) }
  }
}
