import Curl
import Edge
import Foundation
import Logging
import NIOCore
import Testing

@testable import Host

/// The steps and the trace of calls and runs in the ring.
@Suite(.timeLimit(.minutes(10))) struct RecordedStepsTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let span = "00f067aa0ba902b7"

  private struct Address: Codable, Sendable { let url: String }

  /// Uses the database, another server and the storage.
  private static let work = Function("work", access: .anyone) { (input: Address, context) in
    try await context.database.execute("CREATE TABLE IF NOT EXISTS work (id INTEGER PRIMARY KEY, text TEXT)")
    _ = try await context.database.transaction {
      try await $0.execute("INSERT INTO work (text) VALUES (\("a secret"))")
    }
    _ = try await context.http.get("\(input.url)/far?token=a-secret")
    _ = try? await context.storage.get(bucket: "pictures", path: "a-secret.png")
    return ["count": try await context.database.query("SELECT id FROM work").count]
  }

  private func withWork(_ test: (Harness, TestOrigin) async throws -> Void) async throws {
    try await withOrigin({ _ in (status: 203, body: "{}") }) { origin in
      try await withHarness(functions: [Self.work, Handlers.open]) { try await test($0, origin) }
    }
  }

  private func json(_ origin: TestOrigin) -> RequestBody {
    RequestBody(ByteBuffer(string: "{\"url\":\"\(origin.url)\"}"))
  }

  private func expectSteps(_ record: InvocationRecord, _ origin: TestOrigin) {
    #expect(
      record.operations.map(\.kind) == [.statement, .statement, .statement, .statement, .call, .file, .statement])
    #expect(
      record.operations.map(\.text) == [
        "CREATE TABLE IF NOT EXISTS work (id INTEGER PRIMARY KEY, text TEXT)", "BEGIN",
        "INSERT INTO work (text) VALUES (?)", "COMMIT", "GET \(origin.url)/far", "get pictures", "SELECT id FROM work",
      ])
    #expect(record.operations[4].status == 203)
    #expect(record.operations[5].error == "BUCKET_NOT_FOUND")
    #expect(record.operations.enumerated().allSatisfy { $0.offset == 5 || $0.element.error == nil })
    #expect(!"\(record.operations)".contains("secret"))
    let (database, calls) = (record.timing.database ?? 0, record.timing.calls ?? 0)
    #expect(database > 0 && calls > 0)
    #expect(database + calls <= record.timing.handler ?? 0)
  }

  @Test func theStepsOfACallAreInItsRecord() async throws {
    try await withWork { host, origin in
      let name = try #require(HTTPField.Name("traceparent"))
      let answer = try await host.send(
        .post, "/functions/v1/work", headers: [name: "00-\(Self.trace)-\(Self.span)-01"], body: json(origin))
      #expect(answer.status == 200)
      let record = try #require(host.host.ring.invocations().first)
      expectSteps(record, origin)
      #expect(record.trace == Self.trace)
      #expect(record.parentSpan == Self.span)
      #expect(TraceMembers(Self.trace).contains(record) && !TraceMembers(Self.span).contains(record))
      // The call to the other server is in the trace, with the call as its parent.
      #expect(origin.calls.map { $0.headers["traceparent"] } == ["00-\(Self.trace)-\(record.span)-01"])
      #expect(answer["traceparent"] == "00-\(Self.trace)-\(record.span)-01")
    }
  }

  @Test func aCallWithoutATraceBeginsOne() async throws {
    try await withWork { host, origin in
      _ = try await host.send(.post, "/functions/v1/work", body: json(origin))
      let record = try #require(host.host.ring.invocations().first)
      #expect(record.trace == InvocationID(record.id).traceID)
      #expect(record.parentSpan == nil)
      #expect(
        origin.calls.map { $0.headers["traceparent"] } == ["00-\(InvocationID(record.id).traceID)-\(record.span)-01"])
      #expect(TraceMembers(InvocationID(record.id).traceID).contains(record))
      // A call without steps has sums of zero, which are measured.
      _ = try await host.send(.post, "/functions/v1/open")
      let open = try #require(host.host.ring.invocations().first)
      #expect(open.operations.isEmpty && open.timing.database == 0 && open.timing.calls == 0)
      #expect(open.timing.cpu == nil)
    }
  }

  @Test(arguments: [true, false]) func aTraceThatBeginsHereSaysWhetherItIsSampled(_ isSampled: Bool) async throws {
    try await withOrigin({ _ in (status: 203, body: "{}") }) { origin in
      try await withHarness(functions: [Self.work], samplesTraces: isSampled) { host in
        _ = try await host.send(.post, "/functions/v1/work", body: json(origin))
        let record = try #require(host.host.ring.invocations().first)
        let root = "00-\(InvocationID(record.id).traceID)-\(record.span)-\(isSampled ? "01" : "00")"
        #expect(origin.calls.map { $0.headers["traceparent"] } == [root])
      }
    }
  }

  @Test func aRunLongerThanAPartCanBeHasNoTimeOfItsHandler() {
    var timing = InvocationTiming(total: MeasuredTime.longest)
    timing.handler = timing.total
    #expect(timing.handler == timing.total && timing.isComplete)
    timing = InvocationTiming(total: MeasuredTime.longest + 1)
    timing.handler = timing.total
    #expect(timing.handler == nil && !timing.isComplete)
  }

  @Test func theStepsOfAJobAreInItsRecord() async throws {
    try await withWork { host, origin in
      let job = JobInvocation(
        of: Self.work, input: Array("{\"url\":\"\(origin.url)\"}".utf8), id: InvocationID(at: host.clock.now),
        trigger: .enqueue, run: JobRun(id: 7, attempt: 2, maximumAttempts: 3, scheduledAt: host.clock.now),
        deadline: .distantFuture, logger: Logger(label: "test"),
        trace: TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-00"))
      try await host.host.run(job)
      let record = try #require(host.host.ring.invocations().first)
      expectSteps(record, origin)
      #expect(record.job == 7 && record.attempt == 2)
      #expect(record.trace == Self.trace && record.parentSpan == Self.span)
      #expect(origin.calls.map { $0.headers["traceparent"] } == ["00-\(Self.trace)-\(record.span)-00"])
    }
  }
}
