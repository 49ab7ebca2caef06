import Edge
import Testing

@testable import Host

/// The rows of a table that a function selects, and what the host does with them.
@Suite struct TableSelectTests {
  private static let three = [
    NoteTable.Note(id: 1, text: "b,\"]}[{\\", isDone: true, rank: 2), .init(id: 2, text: "a", isDone: false),
    .init(id: 3, text: "b", isDone: true, rank: 10),
  ]

  @Test func rowsAreSelected() async throws {
    try await withNotes(NoteTable(Self.three)) { host, token in
      func rows(_ query: String, prefer: String? = nil) async throws -> (String, String?, Int) {
        let answer = try await host.table(.get, "notes\(query)", token: token, prefer: prefer)
        return (answer.body, answer["content-range"], answer.status)
      }
      let texts = [
        #"{"id":1,"text":"b,\"]}[{\\","is_done":true,"rank":2.0}"#, #"{"id":2,"text":"a","is_done":false}"#,
        #"{"id":3,"text":"b","is_done":true,"rank":10.0}"#,
      ]
      for query in ["", "?select=*", "?", "?select=%2A&limit=10&offset=0"] {
        #expect(try await rows(query) == ("[\(texts.joined(separator: ","))]", "0-2/*", 200))
      }
      #expect(try await rows("?is_done=eq.true") == ("[\(texts[0]),\(texts[2])]", "0-1/*", 200))
      #expect(try await rows("?is_done=is.false&author=eq.x") == ("[\(texts[1])]", "0-0/*", 200))
      #expect(try await rows("?limit=1&offset=1") == ("[\(texts[1])]", "1-1/*", 200))
      #expect(try await rows("?offset=3") == ("[]", "*/*", 200))
      #expect(try await rows("?limit=0") == ("[]", "*/*", 200))
      #expect(try await rows("", prefer: "count=exact").1 == "0-2/3")
      let part = try await rows("?limit=2&select=id", prefer: "count=exact")
      #expect(part == (#"[{"id":1},{"id":2}]"#, "0-1/3", 206))
      #expect(
        try await rows("?select=rank,id").0 == #"[{"rank":2.0,"id":1},{"rank":null,"id":2},{"rank":10.0,"id":3}]"#)
      for (order, ids) in [
        ("id.desc", "3,2,1"), ("text.asc,id.desc", "2,3,1"), ("rank", "1,3,2"), ("rank.desc", "2,3,1"),
        ("rank.asc.nullsfirst", "2,1,3"), ("rank.desc.nullslast", "3,1,2"), ("is_done,id", "2,1,3"),
        ("nothing", "1,2,3"), ("rank.nullsfirst", "2,1,3"),
      ] {
        let json = try await rows("?select=id&order=\(order)").0
        #expect(json == "[\(ids.split(separator: ",").map { "{\"id\":\($0)}" }.joined(separator: ","))]", "\(order)")
      }
      let head = try await host.table(.head, "notes?is_done=eq.true", token: token, prefer: "count=exact")
      #expect(head["content-range"] == "0-1/2")
    }
  }

  @Test func aRangeSelectsRows() async throws {
    try await withNotes(NoteTable(Self.three)) { (host, token) async throws in
      func rows(_ range: String, _ query: String = "", prefer: String = "") async throws -> (String, String?, Int) {
        let headers: HTTPFields = [.range: range, .prefer: prefer]
        let answer = try await host.send(.get, "/rest/v1/notes?select=id\(query)", headers: headers, token: token)
        return (answer.body, answer["content-range"], answer.status)
      }
      #expect(try await rows("1-2") == (#"[{"id":2},{"id":3}]"#, "1-2/*", 200))
      #expect(try await rows("0-0", prefer: "count=exact") == (#"[{"id":1}]"#, "0-0/3", 206))
      #expect(try await rows("1-") == (#"[{"id":2},{"id":3}]"#, "1-2/*", 200))
      #expect(try await rows("1-9223372036854775807", "&limit=2") == (#"[{"id":2}]"#, "1-1/*", 200))
      #expect(try await rows("9223372036854775807-").0 == "[]")
      // The server behind the host answers it.
      #expect(try await rows("2-1").2 == 299)
      for other in ["bytes=0-1", "x", "-1", "1", "99999999999999999999-"] {
        #expect(try await rows(other).1 == "0-2/*", "\(other)")
      }
    }
  }

  /// A part of a row has the numbers and texts of the whole one.
  @Test func valuesKeepTheirSpelling() async throws {
    let row = #"{"at":{"n":5.20,"e":1E2},"text":"é\"","id":12345678901234567890123}"#
    let rows = Function("rows", access: .anyone) { _ in [try RawJSON(row), try RawJSON(#"{"id":1.0}"#)] }
    try await withHarness(routes: [.select("rows", rows)]) { (host) async throws in
      #expect(try await host.table(.get, "rows?limit=1", token: nil).body == "[\(row)]")
      #expect(
        try await host.table(.get, "rows?select=id,at&order=id", token: nil).body
          == #"[{"id":1.0,"at":null},{"id":12345678901234567890123,"at":{"n":5.20,"e":1E2}}]"#)
    }
  }

  @Test func oneRowIsAskedFor() async throws {
    try await withNotes(NoteTable(Self.three)) { host, token in
      func single(_ query: String) async throws -> Answer {
        try await host.table(.get, "notes\(query)", token: token, accept: "application/vnd.pgrst.object+json")
      }
      let one = try await single("?is_done=eq.false")
      #expect(one.status == 200)
      #expect(one.body == #"{"id":2,"text":"a","is_done":false}"#)
      #expect(one["content-range"] == "0-0/*")
      #expect(try await single("?limit=1&select=id").body == #"{"id":1}"#)
      for (query, count) in [("", 3), ("?limit=0", 0)] {
        let answer = try await single(query)
        #expect(answer.status == 406)
        #expect(
          answer.body == """
            {"code":"PGRST116","message":"Cannot coerce the result to a single JSON object",\
            "details":"The result contains \(count) rows","hint":null,"error":{"code":"PGRST116",\
            "message":"Cannot coerce the result to a single JSON object","details":"The result contains \(count) rows"}}
            """)
      }
      let beyond = try await host.table(.get, "notes?offset=4", token: token, prefer: "count=exact")
      #expect(beyond.status == 416)
      #expect(beyond["content-range"] == "*/3")
    }
  }
}
