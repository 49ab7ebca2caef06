import Edge
import Foundation
import Loop
import NIOCore
import Testing

@testable import Host

/// Functions that leave rows in a table, and count how often they ran.
struct Effects: Sendable {
  struct Note: Codable, Sendable { var note: String }
  struct Done: Codable, Sendable, Equatable {
    var note: String
    var run: Int
  }

  private struct Unknown: Error {}

  let runs = Counter()
  /// Fulfilled when `hold` runs, and to let it end.
  let holds = Promise<Bool>()
  let mayEnd = Promise<Bool>()
  /// Fulfilled when `stumble` has gone on after its statement that fails.
  let stumbled = Promise<Bool>()
  /// Counts pieces of background work.
  let background = Counter()

  /// Inserts a row.
  static func insert(_ note: String) -> SQL { "INSERT INTO effects (note) VALUES (\(note))" }

  private func ran(_ note: Note) -> Done {
    runs.increment()
    return Done(note: note.note, run: runs.value)
  }

  /// Leaves a row.
  var record: some Endpoint {
    Function("record", access: .verified) { (note: Note, context) in
      let done = ran(note)
      _ = try await context.database.transaction { try await $0.execute(Self.insert(note.note)) }
      return done
    }.idempotent()
  }

  /// Leaves a row, and is not idempotent.
  var plain: some Endpoint {
    Function("plain", access: .verified) { (note: Note, context) in
      try await context.database.execute(Self.insert(note.note))
      return ran(note)
    }
  }

  /// Leaves a row, fails within another transaction, and throws an error that the note names.
  var fail: some Endpoint {
    Function("fail", access: .verified) { (note: Note, context) in
      let done = ran(note)
      try await context.database.execute(Self.insert("kept"))
      context.background { background.increment() }
      try? await context.database.transaction { transaction in
        try await transaction.execute(Self.insert("undone"))
        throw Unknown()
      }
      switch note.note {
      case "typed": throw FunctionError.conflict("run \(done.run)")
      case "own 503": throw FunctionError.notConnected("run \(done.run)", retryAfter: 7)
      case "own 429":
        throw FunctionError(status: .tooManyRequests, code: .rateLimitExceeded, message: "run \(done.run)")
      case "busy": throw DatabaseError(.busy, "busy")
      case "retry": throw JobError.retry(after: .seconds(3), reason: "later")
      case "discard": throw JobError.discard(reason: "never")
      case "too large": return String(repeating: "x", count: 65_535)
      case "nothing": return "run \(done.run)"
      default: throw Unknown()
      }
    }.idempotent()
  }

  /// Leaves a row once the test lets it, and then fails the first time if the note says so.
  var hold: some Endpoint {
    Function("hold", access: .verified) { (note: Note, context) in
      let done = ran(note)
      holds.fulfil(true)
      _ = await mayEnd.value()
      if note.note == "fail", done.run == 1 { throw DatabaseError(.unavailable, "away") }
      try await context.database.execute(Self.insert(note.note))
      return done
    }.idempotent()
  }

  /// Leaves a row after a statement that fails. The first time it waits for the test before that statement, after it, or
  /// in a serializable transaction, as the note says.
  var stumble: some Endpoint {
    Function("stumble", access: .verified) { (note: Note, context) in
      let done = ran(note)
      let wait: @Sendable (String) async -> Void = { place in
        guard done.run == 1, note.note == place else { return }
        holds.fulfil(true)
        _ = await mayEnd.value()
      }
      await wait("before")
      _ = try? await context.database.execute("INSERT INTO effects (note) VALUES (NULL)")
      stumbled.fulfil(true)
      await wait("after")
      try await context.database.transaction(isolation: .serializable) { transaction in
        _ = try await transaction.query("SELECT 1 AS it")
        await wait("within")
        try await transaction.execute(Self.insert(note.note))
      }
      return done
    }.idempotent()
  }

  /// Leaves a row with the body's text, and answers with fields of its own, or with a stream.
  var raw: some Endpoint {
    Function.raw("raw", access: .anyone) { request, context in
      let text = String(buffer: try await request.body.collect(upTo: 1 << 20))
      try await context.database.execute(Self.insert(text))
      runs.increment()
      guard text != "stream" else { return .stream(contentType: "text/plain") { try await $0.write("s") } }
      var response = Response.text("\(request.path) \(text) \(runs.value)", status: .accepted)
      response.headers[.location] = "/there"
      return response
    }.idempotent()
  }

  var all: [any Endpoint] { [record, plain, fail, hold, stumble, raw] }
}
