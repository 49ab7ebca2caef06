import CoreMetrics
import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import Host
@testable import Telemetry

/// The parts of an export that are between the ring and the requests.
@Suite struct TelemetryExportTests {
  private let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

  /// The fields of a message that have a number, as they are.
  private func fields(_ bytes: [UInt8], _ number: Int) -> [[UInt8]] {
    var reader = ProtobufReader(bytes)
    var found: [[UInt8]] = []
    while let (field, value) = reader.next() {
      if field == number, case .data(let data) = value { found.append(data) }
    }
    return found
  }

  private func line(_ message: String, of call: UUID?, fields: [LogRecord.Field] = []) -> LogRecord {
    LogRecord(time: Date(), level: .warning, message: message, function: "greet", invocation: call, fields: fields)
  }

  private func call(_ id: UUID, trace: String?) -> InvocationRecord {
    var record = InvocationRecord(
      time: Date(), id: id, function: "greet", status: 200, timing: InvocationTiming(total: 10))
    record.trace = trace
    return record
  }

  /// The trace and the span of a line's item.
  private func ids(_ item: ExportItem) -> (trace: [UInt8]?, span: [UInt8]?) {
    let line = fields(item.bytes, ExportEnvelope.itemField).first ?? []
    return (fields(line, 9).first, fields(line, 10).first)
  }

  @Test func aLineHasTheTraceOfItsCall() throws {
    var follower = RingFollower(TraceSampler(), database: "sqlite", signals: [.traces, .logs])
    let (traced, alone, named) = (UUID(), UUID(), UUID())
    let items = follower.take([
      .log(line("one", of: traced)), .log(line("two", of: alone)), .log(line("three", of: nil)),
      .log(line("four", of: named, fields: [LogRecord.Field("trace", trace)])),
      .invocation(call(traced, trace: trace)), .invocation(call(alone, trace: nil)),
    ])
    #expect(items.traces.count == 2 && items.logs.count == 4)
    let expected = try #require(TraceID(hex: trace))
    #expect(ids(items.logs[0]).trace == expected.bytes && ids(items.logs[0]).span == SpanID(of: traced).bytes)
    #expect(ids(items.logs[1]).trace == TraceID(alone).bytes)
    #expect(ids(items.logs[2]).trace == nil && ids(items.logs[2]).span == nil)
    #expect(ids(items.logs[3]).trace == expected.bytes && ids(items.logs[3]).span == SpanID(of: named).bytes)
  }

  @Test func signalsThatAreOffMakeNoItems() {
    let events: [RingEvent] = [.log(line("one", of: nil)), .invocation(call(UUID(), trace: nil))]
    var traces = RingFollower(TraceSampler(), database: "sqlite", signals: [.traces, .metrics])
    #expect(traces.take(events).traces.count == 1)
    #expect(traces.take(events).logs.isEmpty)
    var logs = RingFollower(TraceSampler(), database: "sqlite", signals: [.logs])
    #expect(logs.take(events).logs.count == 1)
    #expect(logs.take(events).traces.isEmpty)
    #expect(!logs.isWaiting && logs.finish().isEmpty)
  }

  @Test func metricsAreOneItemWithTheirPoints() {
    let labels = [MetricFamily.Label(name: "function", value: "greet")]
    let histogram = MetricFamily.Histogram(bounds: [0.1, 1], counts: [3, 2], sum: 9, total: 6)
    let families = [
      MetricFamily(
        name: "a_total", help: "All", kind: .counter,
        points: [.init(labels: labels, value: .number(3)), .init(labels: [MetricFamily.Label](), value: .number(4))]),
      MetricFamily(name: "b_bytes", kind: .gauge, points: [.init(labels: labels, value: .number(-1))]),
      MetricFamily(name: "c_seconds", kind: .histogram, points: [.init(labels: labels, value: .histogram(histogram))]),
      MetricFamily(name: "empty", kind: .gauge, points: []),
    ]
    let item = MetricMessage.item(families, since: Date(timeIntervalSince1970: 1), at: Date(timeIntervalSince1970: 2))
    #expect(item.count == 4)
    let metrics = fields(item.bytes, ExportEnvelope.itemField)
    #expect(metrics.map { fields($0, 1) } == ["a_total", "b_bytes", "c_seconds"].map { [Array($0.utf8)] })
    #expect(metrics.map { fields($0, 3).first.map { String(decoding: $0, as: UTF8.self) } } == [nil, "By", "s"])
    let point = fields(fields(metrics[2], 9).first ?? [], 1).first ?? []
    // Three buckets for two bounds: the last one has the value above both.
    #expect(fields(point, 6).first == [3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(fields(point, 7).first?.count == 16)
  }

  @Test func theEnvelopeIsAroundTheItems() {
    let envelope = ExportEnvelope(attributes: [TelemetryAttribute("service.name", "shop")], version: "1.2")
    let (first, second) = (line("one", of: nil), line("two", of: nil))
    let body = envelope.request([first, second].map { LogMessage.item($0, trace: nil).bytes })
    let ofResource = fields(body, 1)
    #expect(ofResource.count == 1)
    #expect(fields(ofResource[0], 1).count == 1 && fields(ofResource[0], 2).count == 1)
    let scoped = fields(ofResource[0], 2)[0]
    #expect(fields(fields(scoped, 1)[0], 1) == [Array("swiftlet".utf8)])
    #expect(fields(scoped, 2).count == 2)
  }

  // MARK: Requests

  /// Sends an item to a server that answers so.
  private func outcome(
    _ answer: @escaping @Sendable (HTTPClient.Request) async throws -> HTTPClient.StreamedResponse
  ) async -> ExportOutcome {
    var destination = CollectorDestination(url: "http://127.0.0.1:4318/v1/logs")
    destination.headers = [KeyValueList.Pair(name: "api-key", value: "a-secret")]
    let client = CollectorClient(
      destination: destination, envelope: ExportEnvelope(attributes: [], version: "1"),
      http: HTTPClient(answering: answer))
    return await client.send([LogMessage.item(line("one", of: nil), trace: nil)], timeout: .seconds(1))
  }

  private func response(_ status: Int, _ fields: [String: String] = [:]) -> HTTPClient.StreamedResponse {
    var response = HTTPClient.StreamedResponse(url: "", status: .init(code: status))
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
    return response
  }

  @Test func aRequestHasItsFields() async {
    let seen = Mutex<HTTPClient.Request?>(nil)
    let outcome = await outcome { request in
      seen.withLock { $0 = request }
      return response(200)
    }
    #expect(outcome == .accepted(PartialSuccess([])))
    let request = seen.withLock(\.self)
    #expect(request?.method == .post && request?.url == "http://127.0.0.1:4318/v1/logs")
    #expect(request?.headers[.contentType] == "application/x-protobuf")
    #expect(HTTPField.Name("api-key").flatMap { request?.headers[$0] } == "a-secret")
    #expect(request?.retry == nil && request?.followsRedirects == false)
  }

  @Test(arguments: [(429, true), (502, true), (503, true), (504, true), (400, false), (500, false), (301, false)])
  func theStatusSaysWhetherToTryAgain(_ status: Int, _ isRetried: Bool) async {
    let outcome = await outcome { _ in response(status, ["Retry-After": "7"]) }
    switch outcome {
    case .accepted: Issue.record("accepted")
    case .refused(let fault):
      #expect(!isRetried && fault.reason == "the collector answered \(status)" && !fault.hint.isEmpty)
    case .failed(let fault, let retryAfter):
      #expect(isRetried && fault.reason == "the collector answered \(status)" && retryAfter == .seconds(7))
    }
  }

  @Test(arguments: [HTTPClientError.Code.couldNotConnect, .timedOut, .connectionClosed, .tls])
  func anErrorOfTheConnectionIsTriedAgain(_ code: HTTPClientError.Code) async {
    let outcome = await outcome { _ in throw HTTPClientError(code, "127.0.0.1: it broke") }
    guard case .failed(let fault, nil) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(fault.reason == "\(code): 127.0.0.1: it broke" && !fault.hint.isEmpty)
  }
}
