import Edge
import Testing

@testable import Host

/// The routes with which a host does not start.
@Suite struct TableCatalogueTests {
  private static let takes = Function("takes", access: .anyone) { (input: JSONObject, _) in input }
  private static let plain = Function("plain", access: .anyone) { _ in [1] }

  private func problem(_ routes: TableRoute...) async throws -> String {
    let error = await #expect(throws: CatalogueError.self) { await (try Harness(routes: routes)).close() }
    return try #require(error).description
  }

  @Test(arguments: [
    "", "/notes", "notes/", "notes//join", "{id}", "{id}/join", "notes/{}", "notes/{a b}", "a.b", "notes/{id", "é",
    "1a", "notes/a b", "notes?x",
  ])
  func paths(_ path: String) async throws {
    #expect(try await problem(.call(path, Self.takes)).contains("has no usable path"))
  }

  @Test func equalRoutes() async throws {
    let function = Self.takes
    #expect(
      try await problem(.insert("notes", function), .call("notes", function))
        == "The routes POST /rest/v1/notes and POST /rest/v1/notes are the same for some requests")
    #expect(
      try await problem(.call("notes/{id}/x", function), .call("notes/{name}/x", function)).contains("are the same"))
    #expect(
      try await problem(
        .select("notes", filters: ["a": "a"], optional: ["b": "b"], function),
        .select("notes", filters: ["b": "b"], optional: ["a": "a", "c": "c"], function))
          == """
          The routes GET /rest/v1/notes?a=eq.{a}[&b=eq.{b}] and GET /rest/v1/notes?b=eq.{b}[&a=eq.{a}][&c=eq.{c}] are the \
          same for some requests
          """)
    try await withHarness(routes: [
      .select("notes", filters: ["a": "a"], function), .select("notes", filters: ["b": "b"], function),
      .select("notes", optional: ["c": "c"], function), .update("notes", filters: ["a": "a"], function),
      .call("notes/{id}", function), .call("notes/join", function), .insert("others", function),
    ]) { (host) async throws in
      #expect(try await host.table(.get, "notes?b=eq.1", token: nil).body == #"[{"b":"1"}]"#)
      #expect(try await host.table(.get, "notes?a=eq.1", token: nil).body == #"[{"a":"1"}]"#)
      #expect(try await host.table(.get, "notes", token: nil).body == "[{}]")
      #expect(try await host.table(.get, "notes?a=eq.1&b=eq.1", token: nil).status == 404)
      #expect(try await host.table(.post, "notes/join", token: nil).body == "{}")
      #expect(try await host.table(.post, "notes/jo", token: nil).body == #"{"id":"jo"}"#)
    }
  }

  @Test func names() async throws {
    #expect(try await problem(.insert("rpc", Self.takes)).contains("below the database functions"))
    #expect(try await problem(.call("rpc/x", Self.takes)).contains("below the database functions"))
    for column in ["select", "order", "limit", "and", "a-b", "", "\"a\"", "a.b"] {
      #expect(
        try await problem(.delete("notes", filters: .init(dictionaryLiteral: (column, "a")), Self.takes))
          .contains("which no column can be named"))
    }
    let twice = "names a column or an input twice"
    #expect(try await problem(.delete("notes", filters: ["a": "x", "b": "x"], Self.takes)).contains(twice))
    #expect(try await problem(.delete("notes", filters: ["a": "x"], optional: ["a": "y"], Self.takes)).contains(twice))
    #expect(try await problem(.call("notes/{a}/{a}", Self.takes)).contains(twice))
  }

  @Test func functions() async throws {
    let raw = Function.raw("raw", access: .anyone) { _, _ in .noContent }
    #expect(try await problem(.insert("notes", raw)).contains("needs a function with JSON, which raw is not"))
    #expect(
      try await problem(.update("notes", filters: ["id": "id"], Self.plain))
        == "The route PATCH /rest/v1/notes?id=eq.{id} has inputs, but its function plain takes none")
    #expect(
      try await problem(.select("notes", Self.takes.idempotent()))
        == "The route GET /rest/v1/notes selects rows by the function takes, which writes")
    #expect(
      try await problem(.insert("notes", Function("a b", access: .anyone) { _ in 1 })).contains("has no usable name"))
    try await withHarness(routes: [.select("plain", Self.plain)]) { (host) async throws in
      #expect(try await host.table(.get, "plain", token: nil).body == "[1]")
      #expect(try await host.table(.get, "plain?select=a&order=a", token: nil).body == "[1]")
    }
  }
}
