import Edge
import NIOCore
import Testing

@testable import Host

/// Hostile requests to tables: a clear refusal, and no other effect.
@Suite struct TableHostileTests {
  @Test(arguments: [
    "notes?id=eq.%00", "notes?id=eq.1%00", "notes?id=eq.a%00b&select=id",
  ])
  func zeroBytesInFilters(_ target: String) async throws {
    let table = NoteTable()
    try await withNotes(table) { host, token in
      for method in [HTTPRequest.Method.patch, .delete] {
        let answer = try await host.table(method, target, token: token, #"{"text":"x"}"#)
        #expect(answer.status == 400)
        #expect(answer.body.contains("The filter on id has a value that the column cannot have"))
        // The token is checked first.
        #expect(try await host.table(method, target, token: nil, "{}").status == 401)
      }
      #expect(table.inputs.isEmpty)
    }
  }

  /// Each column is looked up in each row: 64 names are read, and thousands in one query are no request of a route.
  @Test(arguments: ["select", "order", "columns"])
  func namesOfManyColumns(_ word: String) async throws {
    try await withNotes(NoteTable([NoteTable.Note(id: 1, text: "a")])) { (host, token) async throws in
      let method: HTTPRequest.Method = word == "columns" ? .post : .get
      for (count, isRoutes) in [(64, true), (65, false), (7000, false)] {
        let names = (["text"] + (1..<count).map { "c\($0)" }).joined(separator: ",")
        let answer = try await host.table(method, "notes?\(word)=\(names)", token: token, #"{"text":"a"}"#)
        #expect((answer.status != 299) == isRoutes, "\(count): \(answer.status)")
      }
    }
  }

  @Test(arguments: ["eq.", "eq.yes", "eq.TRUE", "eq.1", "eq.true%20", "eq.%00"])
  func filtersOnTruth(_ condition: String) async throws {
    try await withNotes { (host, token) async throws in
      #expect(try await host.table(.get, "notes?is_done=\(condition)", token: token).status == 400)
    }
  }

  @Test(arguments: [
    "notes/%00/share", "notes/../share", "notes/%2e%2e/share", "notes/a%2f..%2fb/share", "notes/%zz/share",
    "notes/a\\b/share", "notes/%ff/share", "notes/%c0%af/share",
  ])
  func segments(_ target: String) async throws {
    let table = NoteTable()
    try await withNotes(table) { (host, token) async throws in
      #expect(try await host.table(.post, target, token: token, "{}").verdict == "400 BAD_REQUEST")
      #expect(table.inputs.isEmpty)
    }
  }

  /// What a filter or a segment says reaches the function as one text.
  @Test(arguments: ["'; DROP TABLE notes; --", "\"},{\"a\":\"", "a&b=c", "\u{301}", "\u{202e}x", "../..", "null", "{}"])
  func valuesStayTexts(_ text: String) async throws {
    let table = NoteTable()
    try await withNotes(table) { host, token in
      let encoded = text.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
      let filtered = try await host.table(.patch, "notes?id=eq.\(encoded)", token: token, "{}")
      #expect(filtered.status == 404)
      #expect(table.inputs.last == ["note_id": .string(text), "text": .null])
      if !text.contains("..") {
        let called = try await host.table(.post, "notes/\(encoded)/share", token: token)
        #expect(called.status == 200)
        #expect(try Wire.decode(JSONObject.self, from: Array(called.body.utf8)) == ["note_id": .string(text)])
      }
    }
  }

  @Test func bodiesHaveTheFunctionsLimit() async throws {
    try await withNotes {
      $0.limits.jsonBody = 100
    } _: { host, token in
      let text = String(repeating: "x", count: 100)
      for method in [HTTPRequest.Method.post, .patch] {
        let target = method == .post ? "notes" : "notes?id=eq.1"
        let answer = try await host.table(method, target, token: token, #"{"text":"\#(text)"}"#)
        #expect(answer.status == 413)
        #expect(answer.body.hasPrefix(#"{"code":"PAYLOAD_TOO_LARGE","message":"#))
      }
      // What is no input is not read, and its declared length counts all the same.
      for (length, status) in [("100", 204), ("101", 413)] {
        let answer = try await host.send(
          .delete, "/rest/v1/notes?id=eq.1", headers: [.contentLength: length], token: token, body: RequestBody { nil })
        #expect(answer.status == status)
      }
    }
  }

  @Test func deepAndMalformedBodies() async throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    try await withNotes { (host, token) async throws in
      for body in [#"[{"text":\#(deep)}]"#, #"{"text":\#(deep)}"#, "[{\"text\":\"\u{0}\"}]", "[{\"text\":\"a\"}]]"] {
        for target in ["notes", "notes?columns=text"] {
          #expect(try await host.table(.post, target, token: token, body).status == 400)
        }
      }
    }
  }
}
