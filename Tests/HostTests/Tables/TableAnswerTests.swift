import Edge
import NIOCore
import Testing

@testable import Host

/// Requests to tables that functions answer, and their answers in PostgREST's form.
@Suite struct TableAnswerTests {
  @Test func anInsertAnswersAsPreferAsks() async throws {
    let table = NoteTable()
    try await withNotes(table) { host, token in
      let row = #"{"id":1,"text":"x"}"#
      for body in [#"{"text":"x"}"#, #"[{"text":"x"}]"#, #" { "text" : "x" } "#] {
        let answer = try await host.table(.post, "notes", token: token, prefer: "return=representation", body)
        #expect(answer.status == 201)
        #expect(answer.body == "[\(row)]")
        #expect(answer["content-type"] == "application/json")
        #expect(answer["content-range"] == "*/*")
        #expect(answer["preference-applied"] == "return=representation")
        #expect(answer["access-control-allow-origin"] == "*")
      }
      for prefer in [nil, "return=minimal", "return=headers-only", "return=everything", "banana,,=;=,return"] {
        let answer = try await host.table(.post, "notes", token: token, prefer: prefer, #"{"text":"x"}"#)
        #expect(answer.status == 201)
        #expect(answer.body.isEmpty)
        #expect(answer["content-type"] == nil)
      }
      let single = try await host.table(
        .post, "notes?select=text", token: token, prefer: "count=exact, return=representation",
        accept: "application/vnd.pgrst.object+json", #"{"text":"x"}"#)
      #expect(single.status == 201)
      #expect(single.body == #"{"text":"x"}"#)
      #expect(single["content-type"] == "application/vnd.pgrst.object+json; charset=utf-8")
      #expect(single["content-range"] == "*/1")
    }
  }

  /// supabase-py names the columns of a list of rows; what is not among them is not written.
  @Test func theColumnsOfAnInsertAreThoseThatItNames() async throws {
    let table = NoteTable()
    try await withNotes(table) { host, token in
      let body = #"[{"text":"x","id":7,"other":{"a":[1.50]}}]"#
      let answer = try await host.table(.post, "notes?columns=%22text%22,id", token: token, body)
      #expect(answer.status == 201)
      #expect(table.inputs == [["text": "x", "id": 7]])
    }
  }

  @Test(arguments: [
    "", "[]", "1", "null", #"[{"text":"a"},{"text":"b"}]"#, "[1]", #"["text"]"#, "[[]]", "{", #"{"text":1}"#,
    #"{"text":"a","text":"b"}"#,
  ])
  func anInsertIsOneRow(_ body: String) async throws {
    try await withNotes { host, token in
      let answer = try await host.table(.post, "notes", token: token, prefer: "return=representation", body)
      #expect(answer.status == 400)
      #expect(answer.body.hasPrefix(#"{"code":"VALIDATION_ERROR","message":"#))
    }
  }

  @Test func updatesAndDeletions() async throws {
    let table = NoteTable()
    try await withNotes(table) { host, token in
      for (prefer, status, body) in [
        (nil, 204, ""), ("return=minimal", 204, ""), ("return=representation", 200, #"[{"id":5,"text":"x"}]"#),
      ] as [(String?, Int, String)] {
        let answer = try await host.table(.patch, "notes?id=eq.5", token: token, prefer: prefer, #"{"text":"x"}"#)
        #expect((answer.status, answer.body) == (status, body))
        #expect(answer["content-range"] == "0-0/*")
      }
      #expect(Set(table.inputs) == [["note_id": "5", "text": "x"]])
      for (id, prefer, status, body) in [
        ("5", nil, 204, ""), ("5", "return=representation", 200, #"[{"id":5,"text":"gone"}]"#),
        ("x", "return=representation", 200, "[]"),
      ] as [(String, String?, Int, String)] {
        let answer = try await host.table(.delete, "notes?id=eq.\(id)", token: token, prefer: prefer, "{}")
        #expect((answer.status, answer.body) == (status, body))
        #expect(answer["content-range"] == "*/*")
      }
    }
  }

  /// Clients may send a whole model, which has the filter's column too.
  @Test func aBodyMayRepeatTheFilterAndNotContradictIt() async throws {
    let (upper, lower) = ("0192F0C1-2345-7ABC-8DEF-0123456789AB", "0192f0c1-2345-7abc-8def-0123456789ab")
    let table = NoteTable()
    try await withNotes(table) { host, token in
      for (filter, body, status) in [
        ("5", "5", 204), ("5", "6", 400), (upper, lower, 404), (lower, upper, 404), ("a", "A", 400),
      ] {
        let answer = try await host.table(
          .patch, "notes?id=eq.\(filter)", token: token, #"{"note_id":"\#(body)","text":"x"}"#)
        #expect(answer.status == status, "\(filter) \(body)")
      }
      let answer = try await host.table(.patch, "notes?id=eq.5", token: token, #"{"note_id":5}"#)
      #expect(
        answer.body == """
          {"code":"VALIDATION_ERROR","message":"note_id has another value in the body than in the URL","details":null,\
          "hint":null,"error":{"code":"VALIDATION_ERROR","message":"note_id has another value in the body than in the URL"}}
          """)
    }
  }

  @Test func aCallAnswersAsItsFunction() async throws {
    try await withNotes { host, token in
      // Numbers keep their spelling, and members their order.
      let body = #"{"with":"Ada","at":{"b":5.20,"a":1E2}"#
      let joined = try await host.table(.post, "notes/7/share", token: token, body + "}")
      #expect((joined.status, joined.body) == (200, body + #","note_id":"7"}"#))
      let empty = try await host.table(.post, "notes/a%2Fb%20c/share", token: token, prefer: "return=minimal")
      #expect((empty.status, empty.body) == (200, #"{"note_id":"a/b c"}"#))
      // A path of its own goes before one with an input.
      #expect(try await host.table(.post, "notes/share", token: token, #"{"a":1.50}"#).body == #"{"a":1.50}"#)
      #expect(try await host.table(.post, "notes/7/share", token: token, "[]").status == 400)
    }
  }

  private struct Rating: Codable, Sendable {
    var rank: Int
    var isFinal: Bool
    var author: String
    var text: String?

    enum CodingKeys: String, CodingKey {
      case rank
      case isFinal = "is_final"
      case author, text
    }
  }

  @Test func aSegmentOfThePathBecomesAValueOfItsMembersKind() async throws {
    let rate = Function("rate", access: .anyone) { (rating: Rating, _) in rating }
    try await withHarness(routes: [.call("notes/{rank}/{is_final}/{author}", rate)]) { host in
      let rated = try await host.table(.post, "notes/5/true/7", token: nil, #"{"text":"x"}"#)
      #expect(rated.body == #"{"rank":5,"is_final":true,"author":"7","text":"x"}"#)
      #expect(try await host.table(.post, "notes/5/true/7", token: nil, #"{"rank":5}"#).status == 200)
      #expect(try await host.table(.post, "notes/5/true/7", token: nil, #"{"rank":6}"#).status == 400)
      for path in ["notes/x/true/7", "notes/5/yes/7", "notes/5.5/true/7"] {
        let answer = try await host.table(.post, path, token: nil)
        #expect(answer.status == 400 && answer.body.contains("VALIDATION_ERROR"), "\(path): \(answer.body)")
      }
    }
  }

  /// The shape of PostgREST, and the apps' documented envelope in the same object.
  @Test func errorsHaveBothShapes() async throws {
    try await withNotes { host, token in
      func body(_ code: String, _ message: String) -> String {
        let error = #""code":"\#(code)","message":"\#(message)""#
        return #"{\#(error),"details":null,"hint":null,"error":{\#(error)}}"#
      }
      let none = try await host.table(.get, "notes", token: nil)
      #expect(none.verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
      #expect(none.body == body("UNAUTHORIZED_NO_AUTH_HEADER", "Missing authorization header"))
      let anon = try await host.table(.delete, "notes?id=eq.1", token: host.token(sub: nil, role: .anon))
      #expect(anon.verdict == "401 AUTH_REQUIRED")
      #expect(anon.body == body("AUTH_REQUIRED", "Authentication required"))
      let missing = try await host.table(.patch, "notes?id=eq.x", token: token, #"{"text":"x"}"#)
      #expect(missing.status == 404)
      #expect(
        missing.body == """
          {"code":"NOTE_NOT_FOUND","message":"There is no such note","details":{"a":1},"hint":null,\
          "error":{"code":"NOTE_NOT_FOUND","message":"There is no such note","details":{"a":1}}}
          """)
      #expect(missing["access-control-allow-origin"] == "*")
      let late = try await host.refusal(.idleTimeout(seconds: 150), of: "/rest/v1/notes")
      #expect(late.verdict == "504 IDLE_TIMEOUT")
      #expect(late.body == body("IDLE_TIMEOUT", "Request idle timeout limit (150s) reached"))
    }
  }

  /// Adds a field that pages may read to each response.
  private struct Exposing: Invoker {
    nonisolated(nonsending) func invoke(
      _ function: any Endpoint, _ request: Request, _ invocation: Invocation
    ) async throws -> Response {
      var response = try await InlineInvoker().invoke(function, request, invocation)
      response.headers[.accessControlExposeHeaders] = "x-own"
      return response
    }
  }

  @Test func theFieldsThatAFunctionExposesStayExposed() async throws {
    try await withHarness(routes: NoteTable().routes, invoker: Exposing()) { (host) async throws in
      let answer = try await host.table(.get, "notes", token: host.token())
      #expect(answer["access-control-expose-headers"] == "x-own, content-range, preference-applied")
    }
  }
}
