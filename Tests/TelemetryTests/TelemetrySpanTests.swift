import Edge
import Foundation
import Host
import Testing

@testable import Telemetry

@Suite struct TelemetrySpanTests {
  private let end = Date(timeIntervalSince1970: 1_700_000_000)
  private let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

  private func request(_ change: (inout InvocationRecord) -> Void = { _ in }) -> InvocationRecord {
    var timing = InvocationTiming(total: 10_000)
    timing.handler = 6000
    timing.response = 1000
    timing.waited = 2000
    var record = InvocationRecord(
      time: end, id: InvocationID(at: end).uuid, function: "greet", status: 200, timing: timing)
    record.method = "POST"
    record.path = "/functions/v1/greet"
    record.client = "10.0.0.1"
    record.role = "authenticated"
    record.worker = 3
    record.version = "0123abcd"
    change(&record)
    return record
  }

  private func values(_ span: TelemetrySpan) -> [String: TelemetryAttribute.Value] {
    Dictionary(uniqueKeysWithValues: span.attributes.map { ($0.name, $0.value) })
  }

  private func nanoseconds(_ microseconds: UInt64) -> UInt64 { 1_700_000_000_000_000_000 + microseconds * 1000 }

  @Test func aRequestIsASpanOfAServer() throws {
    let record = request()
    let spans = TelemetrySpan.all(of: record, database: "sqlite")
    let span = try #require(spans.first)
    #expect(span.kind == .server && span.name == "greet" && !span.isError)
    #expect(span.id == SpanID(hex: InvocationID(record.id).spanID))
    #expect(span.trace == TraceID(hex: InvocationID(record.id).description.replacing("-", with: "")))
    #expect(span.parent == nil && !span.hasRemoteParent)
    #expect(span.end == nanoseconds(0) && span.start == nanoseconds(0) - 10_000_000)
    let values = values(span)
    #expect(values["http.request.method"] == .text("POST"))
    #expect(values["url.path"] == .text("/functions/v1/greet"))
    #expect(values["http.response.status_code"] == .integer(200))
    #expect(values["client.address"] == .text("10.0.0.1"))
    #expect(values["user.roles"] == .texts(["authenticated"]))
    #expect(values["faas.trigger"] == .text("http"))
    #expect(values["faas.name"] == .text("greet"))
    #expect(values["faas.version"] == .text("0123abcd"))
    #expect(values["faas.instance"] == .text("3"))
    #expect(values["error.type"] == nil)
  }

  @Test func aRequestContinuesTheCallersTrace() throws {
    let record = request {
      $0.trace = trace
      $0.parentSpan = "00f067aa0ba902b7"
    }
    let span = try #require(TelemetrySpan.all(of: record, database: "sqlite").first)
    #expect(span.trace == TraceID(hex: trace))
    #expect(span.parent == SpanID(hex: "00f067aa0ba902b7") && span.hasRemoteParent)
    #expect(span.id == SpanID(of: record.id))
  }

  @Test func theWaitForAWorkerIsAPart() throws {
    let record = request()
    let spans = TelemetrySpan.all(of: record, database: "sqlite")
    try #require(spans.count == 2)
    let wait = spans[1]
    #expect(wait.kind == .internal && wait.parent == spans[0].id && wait.trace == spans[0].trace)
    #expect(wait.id != spans[0].id)
    // 10 ms in all: 1 ms before the call, 2 ms of the wait, 6 ms of the handler, 1 ms of the response.
    #expect(wait.start == spans[0].start + 1_000_000 && wait.end == wait.start + 2_000_000)
    #expect(TelemetrySpan.all(of: request { $0.timing.waited = nil }, database: "sqlite").count == 1)
  }

  @Test func aStepOfALongRunKeepsItsPlace() throws {
    let long = 3 * 3_600_000_000
    var timing = InvocationTiming(total: long)
    timing.handler = long
    var record = InvocationRecord(
      time: end, id: InvocationID(at: end).uuid, function: "prune", status: 200, timing: timing)
    record.operations = [RunOperation(kind: .statement, text: "SELECT 1", began: 5000, microseconds: 10)]
    let spans = TelemetrySpan.all(of: record, database: "sqlite")
    try #require(spans.count == 2)
    #expect(spans[1].start == spans[0].start + 5_000_000)
  }

  @Test func errorsHaveTheirStatusTypeAndText() throws {
    let failed = request {
      $0.status = 500
      $0.error = "no row"
    }
    let span = try #require(TelemetrySpan.all(of: failed, database: "sqlite").first)
    #expect(span.isError && span.error == "no row")
    #expect(values(span)["error.type"] == .text("500"))
    let broken = request { $0.outcome = .failed }
    let second = try #require(TelemetrySpan.all(of: broken, database: "sqlite").first)
    #expect(second.isError && values(second)["error.type"] == .text("response_failed"))
    let refused = request { $0.status = 404 }
    #expect(TelemetrySpan.all(of: refused, database: "sqlite").first?.isError == false)
    let unknown = request { $0.function = "" }
    #expect(TelemetrySpan.all(of: unknown, database: "sqlite").first?.name == "POST")
  }

  @Test(arguments: [(InvocationRecord.Trigger.cron, "timer"), (.queue, "pubsub"), (.command, "other")])
  func aRunOfAJobIsASpanOfAConsumer(_ trigger: InvocationRecord.Trigger, _ name: String) throws {
    let record = request {
      $0.trigger = trigger
      $0.method = ""
      $0.job = 42
      $0.attempt = 2
    }
    let span = try #require(TelemetrySpan.all(of: record, database: "sqlite").first)
    #expect(span.kind == .consumer && span.name == "process greet")
    let values = values(span)
    #expect(values["messaging.operation.type"] == .text("process"))
    #expect(values["messaging.destination.name"] == .text("greet"))
    #expect(values["messaging.message.id"] == .text("42"))
    #expect(values["swiftlet.job.attempt"] == .integer(2))
    #expect(values["faas.trigger"] == .text(name))
    #expect(values["http.request.method"] == nil)
  }

  @Test func eachStepIsASpanBelow() throws {
    var call = RunOperation(
      kind: .call, text: "GET https://api.example.com/users", began: 3000, microseconds: 500)
    call.status = 503
    var enqueue = RunOperation(kind: .enqueue, text: "mail", began: 3600, microseconds: 100)
    enqueue.job = 7
    var push = RunOperation(kind: .push, text: "com.example.app", began: 3700, microseconds: 100)
    push.error = "the device token is not active"
    let record = request {
      $0.operations = [
        RunOperation(kind: .statement, text: "select * from notes where id = ?", began: 2500, microseconds: 400),
        call, enqueue, push, RunOperation(kind: .file, text: "PUT avatars", began: 3900, microseconds: 90_000),
      ]
      $0.operationsDropped = 4
    }
    let spans = TelemetrySpan.all(of: record, database: "postgresql")
    try #require(spans.count == 7)
    let (run, steps) = (spans[0], Array(spans[2...]))
    #expect(values(run)["swiftlet.operations_dropped"] == .integer(4))
    #expect(Set(spans.map(\.id)).count == 7)
    #expect(steps.allSatisfy { $0.parent == run.id && $0.trace == run.trace && !$0.hasRemoteParent })
    #expect(steps.map(\.kind) == [.client, .client, .producer, .producer, .client])
    #expect(steps.map(\.name) == ["SELECT", "GET", "send mail", "send com.example.app", "PUT avatars"])
    #expect(steps.map(\.isError) == [false, true, false, true, false])
    let attributes = steps.map(values)
    #expect(attributes[0]["db.system.name"] == .text("postgresql"))
    #expect(attributes[0]["db.query.text"] == .text("select * from notes where id = ?"))
    #expect(attributes[0]["db.operation.name"] == .text("SELECT"))
    #expect(attributes[1]["http.request.method"] == .text("GET"))
    #expect(attributes[1]["url.full"] == .text("https://api.example.com/users"))
    #expect(attributes[1]["server.address"] == .text("api.example.com"))
    #expect(attributes[1]["server.port"] == .integer(443))
    #expect(attributes[1]["http.response.status_code"] == .integer(503))
    #expect(attributes[1]["error.type"] == .text("503"))
    #expect(attributes[2]["messaging.operation.type"] == .text("send"))
    #expect(attributes[2]["messaging.message.id"] == .text("7"))
    #expect(attributes[2]["faas.invoked_name"] == .text("mail"))
    #expect(attributes[3]["messaging.system"] == .text("apns"))
    #expect(attributes[3]["error.type"] == .text("_OTHER"))
    #expect(steps[3].error == "the device token is not active")
    // The function was called 1 ms after the request; a step is within its run.
    #expect(steps[0].start == run.start + 3_500_000 && steps[0].end == steps[0].start + 400_000)
    #expect(steps[4].end == run.end)
    #expect(steps.allSatisfy { $0.start <= $0.end && $0.start >= run.start && $0.end <= run.end })
  }

  @Test func hostileTimesAndTextsAreSpansAllTheSame() {
    let operation = RunOperation(kind: .call, text: "", began: .max, microseconds: .max)
    let record = request {
      $0.time = Date(timeIntervalSince1970: -5)
      $0.trace = "no trace"
      $0.parentSpan = "no span"
      $0.operations = [
        operation, RunOperation(kind: .statement, text: " ", began: .min, microseconds: .min), operation,
      ]
    }
    for span in TelemetrySpan.all(of: record, database: "sqlite") {
      #expect(span.start <= span.end)
      #expect(!span.item.bytes.isEmpty)
    }
  }
}
