import Edge
import Foundation
import Logging
import Testing

@testable import Host

@Suite struct EventFilterTests {
  private func matches(_ record: InvocationRecord, _ change: (inout LogQuery) -> Void) throws -> Bool {
    var query = LogQuery()
    change(&query)
    return try EventFilter(query).matches(record)
  }

  @Test func invocationsAreFilteredByEachField() throws {
    let record = RingFixtures.invocation(status: 503, error: "No Row")
    #expect(try matches(record) { _ in })
    #expect(try matches(record) { $0.status = "5xx" })
    #expect(try matches(record) { $0.status = "404,503" })
    #expect(try !matches(record) { $0.status = "4xx" })
    #expect(try matches(record) { $0.function = "greet" })
    #expect(try !matches(record) { $0.function = "gree" })
    #expect(try matches(record) { $0.level = "error" })
    #expect(try !matches(record) { $0.level = "critical" })
    var broken = RingFixtures.invocation()
    #expect(try !matches(broken) { $0.level = "error" })
    broken.outcome = .failed
    #expect(try matches(broken) { $0.level = "error" })
    #expect(try matches(record) { $0.grep = "no row" })
    #expect(try !matches(record) { $0.grep = "no rows" })
    #expect(try matches(record) { $0.id = String(record.id.uuidString.prefix(8)) })
    #expect(try !matches(record) { $0.since = record.time.addingTimeInterval(1) })
  }

  @Test func aDeathHasTheLevelOfItsLine() throws {
    let death = WorkerDeathRecord(
      time: RingFixtures.start, bundle: "apps", version: "abcdef012345", group: "main", function: "greet", worker: 3,
      pid: 4711, reason: "SIGILL", description: "SIGILL", lost: [], lines: [], age: 12, served: 7)
    for (level, isShown) in [("info", true), ("error", true), ("critical", false)] {
      var query = LogQuery()
      query.level = level
      #expect(try EventFilter(query).matches(death) == isShown)
    }
  }

  @Test(arguments: ["", "5", "6xxx", "abc", "-500", "99"])
  func aStatusThatIsNoneIsRefused(_ status: String) {
    var query = LogQuery()
    query.status = status
    #expect(throws: FunctionError.self) { try EventFilter(query) }
  }

  @Test func aListMayEndWithAComma() throws {
    for (status, isWanted) in [(503, true), (404, false)] {
      #expect(try matches(RingFixtures.invocation(status: status)) { $0.status = "5xx," } == isWanted)
    }
  }

  @Test func aListOfTooManyStatusesIsRefused() throws {
    let record = RingFixtures.invocation(status: 503)
    let most = Array(repeating: "404", count: EventFilter.mostStatuses - 1) + ["503"]
    #expect(try matches(record) { $0.status = most.joined(separator: ",") })
    #expect(throws: FunctionError.self) {
      try matches(record) { $0.status = (most + ["500"]).joined(separator: ",") }
    }
  }

  @Test func linesHaveNoControlCharacters() {
    let hostile = "a\u{1B}[2Jb\nc\u{9B}d\u{202E}e\u{7F}"
    let event = RingEvent.log(
      LogRecord(
        time: RingFixtures.start, level: .info, message: hostile, function: hostile,
        fields: [LogRecord.Field(hostile, hostile)]))
    for line in [EventLine.text(event), EventLine.json(event)] {
      #expect(
        !line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E })
    }
    let json = try? JSONSerialization.jsonObject(with: Data(EventLine.json(event).utf8)) as? [String: Any]
    #expect(json?["message"] as? String == hostile)
  }

  @Test func theLinesOfAHostsFunctionsAreRecordedWithTheirRequest() async throws {
    let harness = try await Harness(functions: [
      Function("greet", access: .anyone) { context in
        context.logger.info("hello", metadata: ["name": "ada"])
        return ["ok": true]
      }
    ])
    _ = try await harness.send(.post, "/functions/v1/greet")
    let ring = harness.host.ring
    let call = try #require(ring.invocations().first)
    #expect((call.function, call.status, call.method, call.path) == ("greet", 200, "POST", "/functions/v1/greet"))
    let line = try #require(ring.logs(of: call.id).first)
    #expect((line.message, line.function, line[field: "name"]) == ("hello", "greet", "ada"))
    #expect(ring.functionStatistics(now: call.time).first { $0.name == "greet" }?.calls == 1)
    await harness.close()
  }
}
