import Channel
import Edge
import Foundation
import NIOCore
import Testing

import enum Channel.Operation

/// One value of each message, with all of its parts.
enum MessageSamples {
  /// A message's payload, and what reads one and writes it again.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let payload: ByteBuffer
    let again: @Sendable (ByteBuffer) throws -> ByteBuffer

    init<Value: Message>(_ name: String, _ value: Value) {
      self.name = name
      payload = value.payload
      again = { try Value(payload: $0).payload }
    }

    var testDescription: String { name }
  }

  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let date = Date(timeIntervalSince1970: 1_800_000_000.25)

  static let call = CallMessage(
    target: .job("tidy", olderThan: .seconds(5), days: ["a": 1, "b": 2]), slot: 7, id: id, trigger: .enqueue,
    identity: Identity(Claims(["sub": .string(id.uuidString), "role": "authenticated", "n": [.bool(true), .null]])),
    deadline: 1e9, now: 2e9,
    trace: TraceContext(traceparent: "00-\(String(repeating: "a1", count: 16))-00000000000000b7-01"),
    run: JobRun(id: 3, function: "tidy", attempt: 1, maximumAttempts: 4, scheduledAt: date), method: .patch,
    path: "/a/%20b", rawQuery: "x=1&y=ü", fields: RequestFields([.accept: "text/plain", .ifMatch: "\"é\""]),
    body: .whole(ByteBuffer(string: "{}")))

  private static var error: FunctionError {
    var error = FunctionError(status: .conflict, code: "TAKEN", message: "It is taken", details: ["by": ["x", 1]])
    error.headers = [.retryAfter: "3"]
    error.shape = .message
    return error
  }

  private static let sql: SQL =
    "SELECT \(1 as Int64), \("zwei"), \(2.5), \(Data([1, 2])) WHERE \(nil as String?) IS NULL"

  private static let operations: [(String, Operation)] = {
    var all: [(String, Operation)] = []
    func add(_ name: String, _ operation: Operation) { all.append((name, operation)) }
    add("transaction", .transaction(.caller(role: "authenticated", claims: "{}"), .serializable))
    add("execute", .execute(sql, .host))
    add("statement", .statement(in: 5, .batch, [sql, "SELECT 1"], .caller(role: "anon", claims: "{}")))
    add("savepoint", .savepoint(in: 5, .rollBack))
    add("restart", .restart(in: 5, .repeatableRead))
    add("jobStatus", .jobStatus(9))
    add("cancelJob", .cancelJob(9, in: 5))
    add("prune", .pruneHistory(olderThan: .seconds(8), keeping: 3))
    add("buckets", .buckets)
    add("put", .put(bucket: "b", path: "p", PutOptions(contentType: "image/png", replaces: true, maxAge: 5)))
    add("list", .list(bucket: "b", folder: "f", limit: 3, offset: 4))
    add("remove", .remove(bucket: "b", paths: ["x", "y"]))
    add("signedURL", .signedURL(bucket: "b", path: "p", expiresIn: 60))
    add("get", .get(bucket: "b", path: "p"))
    add("signOut", .signOut(id, in: 5))
    add("deleteUser", .deleteUser(id))
    add("subscribe", .subscribe(ChangeTopic("order", id), caller: id))
    add("health", .health)
    add("background", .background)
    return all
  }()

  private static let answers: [Sample] = {
    let response = CallAnswer.response(
      status: .created, fields: [.contentType: "text/plain"], body: .stream(length: 9))
    let databaseError = DatabaseError(.busy, "busy", constraint: "c", column: nil, statement: "SELECT ?")
    return [
      Sample("response", response), Sample("functionError", CallAnswer.functionError(error)),
      Sample("admission", CallAnswer.admission(.authRequired)),
      Sample("jobError", CallAnswer.jobError(.retry(after: .milliseconds(1500), reason: "later"))),
      Sample("databaseError", CallAnswer.databaseError(databaseError)),
      Sample("failed", CallAnswer.failed(type: "T", text: "x")), Sample("key", CallAnswer.key("k")),
    ]
  }()

  private static let errors: [Sample] = [
    Sample("httpError", WireError.http(HTTPClientError(.timedOut, "host: late", curlCode: 28))),
    Sample("pushFault", WireError.pushFault(PushFault(.badDeviceToken, field: "f", "m"))),
    Sample("otherError", WireError.other(type: "T", text: "x")),
    Sample("failedRows", OperationAnswer<RowSet>.failed(.database(DatabaseError(.closed, "closed")))),
  ]

  private static let values: [Sample] = {
    let columns = Row.Layout(names: ["a", "b"])
    let rows = [
      Row(layout: columns, values: [.integer(1), .null]), Row(layout: columns, values: [.text("x"), .blob([0])]),
    ]
    let push = PushAnswer(status: 410, timestamp: date, id: id)
    let seed = CallMessage(
      target: .seed(CalendarDay(containing: date)), slot: 0, id: id, trigger: .manual, deadline: 0, now: 0)
    return [
      Sample("seed", seed), Sample("rows", OperationAnswer.value(RowSet(rows))),
      Sample(
        "outcome", PushOutcome.undelivered(PushFault(.refused, "no"), lastAnswer: push, mayHaveArrived: true)),
      Sample("deadline", DeadlineNote(deadline: 1.8e9)),
      Sample("log", CallNote.log(level: .warning, message: "m", metadata: ["a": "b", "c": "d"])),
      Sample("retire", WorkerNote.retire),
    ]
  }()

  static let all: [Sample] =
    [Sample("call", call)] + answers + errors + values
    + operations.map { Sample($0.0, OperationMessage(call: 2, $0.1)) }
}
