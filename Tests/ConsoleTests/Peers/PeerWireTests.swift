import Edge
import Foundation
import Host
import Testing

@testable import Console

@Suite struct PeerWireTests {
  /// A call with a value in each of its fields.
  private static func wholeRecord() -> InvocationRecord {
    var record = EventFixture.invocation("like", status: 546, milliseconds: 7)
    record.sequence = 42
    record.trigger = .queue
    record.outcome = .replaced
    record.timing.waited = 1
    record.timing.handler = 2
    record.timing.database = 3
    record.timing.calls = 4
    record.timing.response = 5
    record.timing.cpu = 6
    record.role = "authenticated"
    record.user = UUID()
    record.client = "127.0.0.1"
    record.worker = 9
    record.version = "abcdef012345"
    record.error = "a\u{0}b \"<script>\""
    record.trace = "0af7651916cd43dd8448eb211c80319c"
    record.parentSpan = "b7ad6b7169203331"
    record.isParentSampled = true
    var step = RunOperation(kind: .call, text: "GET https://example.org/", began: 10, microseconds: 20)
    step.status = 503
    step.job = 4
    step.error = "refused"
    record.operations = [step, RunOperation(kind: .statement, text: "SELECT ?", began: 0, microseconds: 1)]
    record.operationsDropped = 3
    record.job = 77
    record.attempt = 2
    return record
  }

  private static func received(_ answers: [PeerAnswer?]) -> [PeerWire.Received?] {
    PeerWire.answers(in: PeerWire.text(of: answers))
  }

  @Test func aCallTravelsWithAllItsFields() throws {
    let record = Self.wholeRecord()
    for child in Mirror(reflecting: record).children {
      let value = Mirror(reflecting: child.value)
      #expect(value.displayStyle != .optional || !value.children.isEmpty, "\(child.label ?? "") is not set")
    }
    let line = LogRecord(
      time: EventFixture.now, level: .critical, message: "m", function: "like", invocation: record.id,
      fields: [.init("a", "b")])
    let answer = PeerAnswer.invocation(CallWithLines(record: record, lines: [line]))
    #expect(Self.received([answer]) == [PeerWire.Received(answer: answer, isCut: false)])
  }

  @Test func figuresErrorsAndDeathsTravel() throws {
    let ring = EventRing(stripes: 1)
    for milliseconds in [1, 20, 300, 4000] {
      ring.add(EventFixture.invocation("like", status: 500, ago: Double(milliseconds), milliseconds: milliseconds))
    }
    ring.add(EventFixture.death("like", lost: ["x"], lines: ["Fatal error"]))
    let answers: [PeerAnswer] = [
      .figures(ring.functionStatistics(now: EventFixture.now)), .errors(ring.errorGroups()), .deaths(ring.deaths()),
      .death(nil), .line(nil), .workers(nil),
    ]
    #expect(Self.received(answers) == answers.map { PeerWire.Received(answer: $0, isCut: false) })
  }

  @Test func questionsTravel() {
    let questions: [PeerQuestion] = [
      .invocations(ListSelection(filter: "status:5xx \"a b\"", before: ListBounds("12"), order: "-cpu", limit: 7)),
      .invocation(UUID()), .logs(ListSelection(filter: "", limit: 1)), .line(RecordPlace(host: "b", sequence: 1)),
      .figures(function: nil), .figures(function: "like"), .errors, .deaths,
      .death(RecordPlace(host: "b", sequence: 1)), .workers, .push(PushQuery(words: ["x"])), .bundles,
    ]
    #expect(PeerWire.questions(in: PeerWire.text(of: questions)) == questions)
  }

  @Test func whatAnotherVersionAsksOrAnswersIsSkippedAlone() {
    #expect(PeerWire.questions(in: #"[{"errors":{}},{"future":{}},7,{"deaths":{}}]"#) == [.errors, nil, nil, .deaths])
    #expect(
      PeerWire.answers(in: #"[{"answer":{"future":{}},"cut":false},null,{"answer":{"line":{}},"cut":true}]"#)
        == [nil, nil, PeerWire.Received(answer: .line(nil), isCut: true)])
    for text in ["", "{}", "[", "null", "\u{0}"] {
      #expect(PeerWire.questions(in: text).isEmpty)
      #expect(PeerWire.answers(in: text).isEmpty)
    }
    // A minute whose histogram is none.
    let figures =
      #"{"name":"f","calls":1,"refused":0,"errors":0,"running":0,"minute":[1,0,0,0,0,0,0],"minutes":[[1,1,0,0,0,0,0,#]]}"#
    for numbers in ["123,1,1", "-1,1", "5,-1", "9223372036854775807,1"] {
      let text = "[{\"answer\":{\"figures\":{\"_0\":[\(figures.replacing("#", with: numbers))]}},\"cut\":false}]"
      #expect(PeerWire.answers(in: text) == [nil], "\(numbers)")
    }
  }

  @Test func aLargeDeathTravelsWithoutItsCallsAndItsOldestLines() throws {
    let calls = (0..<20).map { _ in EventFixture.invocation("like", status: 500) }
    let record = EventFixture.death(
      "like", lost: calls.map { InvocationID($0.id).description },
      lines: (0..<200).map { "\($0) " + String(repeating: "x", count: 2000) })
    let received = try #require(Self.received([.death(DeathWithCalls(record: record, calls: calls))]).first ?? nil)
    let death = try #require(received.answer.death)
    #expect(received.isCut && death.calls.isEmpty && death.record.lost == record.lost)
    #expect(death.record.lines == Array(record.lines.suffix(100)))
  }

  @Test func aLongAnswerKeepsTheNewest() throws {
    let records = (0..<200).map { number in
      LogRecord(time: EventFixture.now, level: .info, message: "\(number) " + String(repeating: "x", count: 8000))
    }
    let text = PeerWire.text(of: [.logs(ListPart(records: records, hasMore: false))])
    #expect(text.utf8.count <= PeerWire.mostBytes + 2)
    let received = try #require(PeerWire.answers(in: text).first ?? nil)
    let part = try #require(received.answer.logs)
    #expect(received.isCut && part.hasMore)
    #expect(part.records == Array(records.prefix(part.records.count)) && part.records.count > 10)
  }

  @Test func theAnswersToManyQuestionsAreBoundedTogether() {
    let record = LogRecord(time: EventFixture.now, level: .info, message: String(repeating: "x", count: 8000))
    let part = PeerAnswer.logs(ListPart(records: Array(repeating: record, count: 200), hasMore: false))
    let text = PeerWire.text(of: Array(repeating: part, count: PeerRounds.mostQuestions))
    #expect(text.utf8.count <= PeerWire.mostBytesOfRound + 1000)
    #expect(PeerWire.answers(in: text).count == PeerRounds.mostQuestions)
  }
}
