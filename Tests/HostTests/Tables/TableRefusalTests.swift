import Edge
import Testing

@testable import Host

/// The reasons why no route has a request to a table.
@Suite struct TableRefusalTests {
  @Test(
    arguments: [
      ("PUT", "notes", .method), ("OPTIONS", "notes", .method), ("GET", "notes/1/share", .method),
      ("POST", "notes/1", .path), ("POST", "notes/", .path),
      ("GET", "notes?select=id,id", .form(of: "select", takes: "\(columns), or *")),
      ("GET", "notes?select=*,id", .form(of: "select", takes: "\(columns), or *")),
      ("POST", "notes?columns=a-b", .form(of: "columns", takes: columns)),
      (
        "GET", "notes?order=id.up",
        .form(of: "order", takes: "at most 64 plain columns with asc, desc, nullsfirst or nullslast")
      ),
      ("GET", "notes?limit=-1", .count("limit")), ("HEAD", "notes?offset=1.5", .count("offset")),
      ("GET", "notes?limit=99999999999999999999", .count("limit")), ("GET", "notes?limit=", .count("limit")),
      ("DELETE", "notes?id=eq.1&limit=-1", .parameter("limit")),
      ("POST", "notes?on_conflict=id", .parameter("on_conflict")),
      ("GET", "notes?or=(id.eq.1)", .parameter("or")), ("POST", "notes/1/share?x=1", .parameter("x")),
      ("DELETE", "notes?id=eq.1&id=eq.2", .repeated("id")),
      ("GET", "notes?author=is.true", .form(of: "author", takes: "eq")),
      ("PATCH", "notes?id=in.(1,2)", .form(of: "id", takes: "eq")),
      ("GET", "notes?is_done=is.null", .form(of: "is_done", takes: "eq, is.true or is.false")),
      ("DELETE", "notes", .missing("id")), ("DELETE", "notes?user_id=eq.1", .filter("user_id")),
      ("GET", "notes?b=eq.1&a=eq.1&is_done=eq.true", .filter("a")),
    ] as [(String, String, TableRefusal.Cause)])
  func theCauseIsNamed(_ method: String, _ target: String, _ cause: TableRefusal.Cause) async throws {
    try await withReasons { host, token in
      let answer = try await host.table(try #require(HTTPRequest.Method(method)), target, token: token)
      #expect(answer.body.hasPrefix("\(cause)\n"), "\(answer.body)")
    }
  }

  @Test(
    arguments: [
      ("prefer", "resolution=merge-duplicates", "'Prefer'"), ("accept", "text/csv", "'Accept'"),
      ("accept-profile", "private", "'accept-profile'"), ("content-profile", "private", "'content-profile'"),
    ])
  func theFieldIsNamed(_ name: String, _ value: String, _ words: String) async throws {
    try await withReasons { host, token in
      let fields: HTTPFields = [try #require(HTTPField.Name(name)): value]
      let answer = try await host.send(.get, "/rest/v1/notes", headers: fields, token: token)
      #expect(answer.body.contains("the table notes do not answer \(words) in this form: it takes "))
    }
  }

  @Test func theAnsweredRequestsAreNamed() async throws {
    try await withReasons { host, token in
      let select = try await host.table(.head, "notes?limit=x", token: token)
      #expect(select.body.hasSuffix("\nGET /rest/v1/notes?[is_done=eq.{done}][&author=eq.{author}]"))
      let other = try await host.table(.put, "notes", token: token)
      #expect(other.body.contains("POST /rest/v1/notes, "))
      #expect(other.body.contains("DELETE /rest/v1/notes?id=eq.{note_id}"))
    }
  }

  @Test func aLongNameIsCut() async throws {
    try await withReasons { host, token in
      let name = String(repeating: "a", count: 1000)
      let answer = try await host.table(.get, "notes?\(name)=eq.1", token: token)
      #expect(answer.body.contains("a filter on '\(name.prefix(64))' with GET\n"))
    }
  }

  @Test func aTableWithoutRoutesHasNoReason() async throws {
    try await withReasons { host, token in
      for target in ["other", "", "other?limit=-1"] {
        let body = try await host.table(.get, target, token: token).body
        #expect(body == "-")
      }
    }
  }
}

/// The form of `columns` in words.
private let columns = "at most 64 plain columns, each once"

/// Answers with the reason why a request has come to it.
private struct Reasons: PathHandler {
  let name = "rest"
  let answersPreflights = false

  func respond(to request: PathRequest) async -> Response {
    guard let refusal = request.tableRefusal else { return .text("-") }
    return .text("\(refusal.cause)\n\(refusal.message)\n\(refusal.answered)")
  }
}

/// Runs a test with the routes of notes, behind which all requests get their reasons.
private func withReasons(_ test: (Harness, _ token: String) async throws -> Void) async throws {
  var paths = PathHandlers()
  paths.byPrefix = [("/rest/v1", Reasons())]
  try await withHarness(routes: NoteTable().routes, paths: paths) { try await test($0, try $0.token()) }
}
