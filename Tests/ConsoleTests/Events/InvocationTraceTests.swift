import Console
import Database
import Edge
import Foundation
import Host
import Testing

/// The steps of a call, and the calls and runs of its trace.
@Suite struct InvocationTraceTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private let ring = EventRing(stripes: 1)

  private func detail(of record: InvocationRecord) async throws -> String {
    let sources = ConsoleSources(
      controls: EventControls(), ring: ring, functions: NoFunctions(), database: .unavailable("not used"),
      clock: WallClock { EventFixture.now },
      host: HostDescription(
        version: "1.0", name: "host", started: EventFixture.now, isEmbedded: true, isLoopback: true,
        url: { "http://127.0.0.1:1" }))
    let page = InvocationsPage(sources)
    return try await page.content(of: EventFixture.view([record.id.uuidString])).regions.map(\.content.text).joined()
  }

  private func step(
    _ kind: RunOperation.Kind, _ text: String, from began: Int = 0, _ change: (inout RunOperation) -> Void = { _ in }
  ) -> RunOperation {
    var step = RunOperation(kind: kind, text: text, began: began, microseconds: 3000)
    change(&step)
    return step
  }

  @Test func stepsAreDrawnAndTheirJobsAndNotificationsLinked() async throws {
    let push = UUID()
    let record = EventFixture.invocation("like") {
      $0.operations = [
        step(
          .statement, "SELECT id\n  FROM likes WHERE user = ? AND session = ? AND option = ? AND created > ? LIMIT 1"),
        step(.enqueue, "notify_match", from: 4000) { $0.job = 41 },
        step(.call, "GET https://a.example/b", from: 6000) { $0.error = "timedOut" },
        step(.push, "com.example.app", from: 7000) { ($0.push, $0.status) = (push, 200) },
      ]
      $0.operationsDropped = 3
      $0.trace = Self.trace
    }
    ring.add(record)
    let page = try await detail(of: record)
    #expect(page.contains("Steps: 7") && page.contains("3 more steps were not kept"))
    #expect(page.contains("<summary><small>database</small> <code>SELECT id FROM likes WHERE user = ? AND"))
    #expect(page.contains("/console/queue/41") && page.contains("timedOut"))
    #expect(page.contains("/console/push?q=id%3A\(push.uuidString.lowercased())"))
    // 4 of 12 ms from the left, 3 of 12 ms long.
    #expect(page.contains("x=\"133.3\" width=\"100.0\""))
    #expect(page.contains("/console/invocations?q=trace%3A\(Self.trace)"))
    #expect(!page.contains("style="))
    #expect(!page.contains("Trace: "), "there is no other call of the trace")
  }

  @Test func aLongRunHasNoInventedTimeOfTheHost() {
    var timing = InvocationTiming(total: 3_600_000_000)
    timing.handler = timing.total - 1000
    #expect(TimePart.parts(of: timing).contains { $0.name.hasPrefix("Host") && $0.microseconds == 1000 })
    // More than a part can hold.
    timing = InvocationTiming(total: 2 * 3_600_000_000)
    timing.handler = timing.total
    #expect(!TimePart.parts(of: timing).contains { $0.name.hasPrefix("Host") })
  }

  @Test func theTraceShowsWhatACallCaused() async throws {
    let call = EventFixture.invocation("like", ago: 2, milliseconds: 100) { $0.trace = Self.trace }
    let run = EventFixture.invocation("notify_match", ago: 1, milliseconds: 500) {
      ($0.trace, $0.parentSpan, $0.trigger, $0.job, $0.attempt) = (Self.trace, call.span, .queue, 41, 1)
      $0.operations = [step(.push, "com.example.app") { $0.push = UUID() }]
    }
    let nested = EventFixture.invocation("sync", ago: 0.5) { ($0.trace, $0.parentSpan) = (Self.trace, run.span) }
    let other = EventFixture.invocation("unrelated")
    for record in [call, run, nested, other] { ring.add(record) }
    for record in [call, run, nested] {
      let page = try await detail(of: record)
      #expect(page.contains("Trace: 3 calls and runs"))
      #expect(page.contains("d1\">notify_match") || record.id == run.id)
      #expect(page.contains("d2\">sync") || record.id == nested.id)
      #expect(page.contains("d2\"><small>push</small>"))
      #expect(!page.contains("unrelated"))
    }
    #expect(try await !detail(of: other).contains("Trace: "))
    let filter = InvocationFilter(Filter("trace:\(Self.trace.uppercased())"), now: EventFixture.now)
    #expect(filter.problems.isEmpty)
    #expect(ring.invocations(where: filter.matches).map(\.function) == ["sync", "notify_match", "like"])
  }

  @Test func aCallWithoutATraceparentBeginsATrace() async throws {
    let call = EventFixture.invocation("like", ago: 2)
    let run = EventFixture.invocation("notify_match") { ($0.trace, $0.parentSpan) = (call.trace, call.span) }
    for record in [call, run] { ring.add(record) }
    #expect(try await detail(of: call).contains("d1\">notify_match"))
  }

  @Test func aCallThatNamesItselfAsItsParentIsARoot() async throws {
    let one = EventFixture.invocation("one") { $0.trace = Self.trace }
    let two = EventFixture.invocation("two") { ($0.trace, $0.parentSpan) = (Self.trace, $0.span) }
    let three = EventFixture.invocation("three") { ($0.trace, $0.parentSpan) = (Self.trace, two.span) }
    for record in [one, two, three] { ring.add(record) }
    let page = try await detail(of: one)
    #expect(page.contains("Trace: 3 calls and runs") && page.contains("d1\">three"))
  }

  @Test(arguments: EventFixture.hostile) func aHostileStepIsText(text: String) async throws {
    let record = EventFixture.invocation("like") {
      $0.trace = text
      $0.operations = RunOperation.Kind.allCases.map { kind in
        step(kind, text + String(repeating: "x", count: 100)) { $0.error = text }
      }
    }
    ring.add(record)
    ring.add(EventFixture.invocation(text) { ($0.trace, $0.parentSpan) = (text, record.span) })
    #expect(EventFixture.isHarmless(try await detail(of: record)))
  }
}
