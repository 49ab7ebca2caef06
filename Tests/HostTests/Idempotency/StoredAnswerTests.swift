import Edge
import HTTPTypes
import NIOCore
import Testing

@testable import Host

/// Answers as they are stored, and what is stored.
@Suite struct StoredAnswerTests {
  private let payload = PayloadDigest(bytes: [1])
  private struct Unknown: Error {}

  private func expectSame(_ response: Response, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let stored = try StoredAnswer(response, to: payload)
    let (first, second) = (try await Answer(response), try await Answer(try stored.replayed(to: payload)))
    #expect(second.status == first.status, sourceLocation: sourceLocation)
    #expect(second.body == first.body, sourceLocation: sourceLocation)
    #expect(second.headers == first.headers, sourceLocation: sourceLocation)
  }

  @Test func aReplayHasTheStatusTheFieldsAndTheBody() async throws {
    try await expectSame(try .json(["a": 1]))
    try await expectSame(.noContent)
    try await expectSame(.text("grüße", status: .created))
    try await expectSame(Response(status: .ok, body: ResponseBody(ByteBuffer(string: "bare"))))
    var error = FunctionError.conflict("taken")
    error.headers = [.retryAfter: "3", .location: "/a?b=\"c\""]
    try await expectSame(error.response)
    var cookies = Response(status: .ok)
    for value in ["a=1", "b=2"] { cookies.headers.append(HTTPField(name: .setCookie, value: value)) }
    try await expectSame(cookies)
  }

  @Test func jsonWithoutOtherFieldsStoresNoFields() throws {
    #expect(try StoredAnswer(.json(["a": 1]), to: payload).fields == nil)
    #expect(try StoredAnswer(.noContent, to: payload).fields == "[]")
    #expect(try StoredAnswer(.text(""), to: payload).fields == #"[["Content-Type","text/plain;charset=UTF-8"]]"#)
  }

  @Test func anotherRequestIsRefused() throws {
    let stored = try StoredAnswer(.noContent, to: payload)
    let error = #expect(throws: HostError.self) { try stored.replayed(to: PayloadDigest(bytes: [2])) }
    #expect(error?.status == .unprocessableContent)
    #expect(error?.code == "IDEMPOTENCY_KEY_REUSED")
  }

  @Test func anAnswerHasAtMost64KiB() throws {
    func response(_ count: Int) -> Response {
      Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody([UInt8](repeating: 32, count: count)))
    }
    #expect(try StoredAnswer(response(65_536), to: payload).body.count == 65_536)
    #expect(
      #expect(throws: HostError.self) { try StoredAnswer(response(65_537), to: payload) }?.status
        == .internalServerError)
    var fields = response(65_000)
    fields.headers[.location] = String(repeating: "x", count: 600)
    #expect(throws: HostError.self) { try StoredAnswer(fields, to: payload) }
    let streamed = Response.stream(contentType: "text/plain") { try await $0.write("a") }
    #expect(
      #expect(throws: HostError.self) { try StoredAnswer(streamed, to: payload) }?.code == "IDEMPOTENT_ANSWER_TOO_LARGE"
    )
    // A worker's long answer, which the host does not collect.
    let measured = Response(status: .ok, body: ResponseBody(length: 65_537) { _ in })
    #expect(
      #expect(throws: HostError.self) { try StoredAnswer(measured, to: payload) }?.message
        == HostError.answerTooLarge.message)
  }

  @Test func theFunctionsOwnErrorsAreStored() {
    for error: any Error in [
      FunctionError.conflict(""), FunctionError.authRequired, FunctionError.notConnected(""), Unknown(),
      JobError.discard(reason: ""),
      FunctionError(status: .internalServerError, code: .server, message: ""), DatabaseError(.checkViolation, ""),
      EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "")),
    ] {
      #expect(AnsweredError.isStored(error), "\(error)")
    }
    for error: any Error in [
      CancellationError(), HostError.overloaded, AdmissionError(reason: .authRequired),
      FunctionError.payloadTooLarge(limit: 1), JobError.snooze(for: .seconds(1)),
      JobError.retry(after: .zero, reason: ""), DatabaseError(.unavailable, ""),
      DatabaseError(.busy, ""), DatabaseError(.serializationFailure, ""), DatabaseError(.outcomeUnknown, ""),
      DatabaseError(.poolExhausted, ""), DatabaseError(.transactionTimedOut, ""),
    ] {
      #expect(!AnsweredError.isStored(error), "\(error)")
    }
  }
}
