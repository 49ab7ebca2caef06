import Edge
import NIOCore
import Testing

@testable import Host

/// `/rest/v1/rpc`, in PostgREST's shape.
@Suite struct ProcedureTests {
  private struct Untyped: Error {}
  private struct Parameters: Codable, Sendable { var p_name: String }
  private struct Typed: Codable, Sendable {
    var n: Int
    var x: Double?
    var isOn: Bool?
    var list: [Int]?
    var limit: Int?
  }

  private static let procedures: [any Endpoint] = [
    Function("greet") { (input: Parameters, _) in "hello \(input.p_name)" },
    Function("look", access: .anyone) { (input: Parameters, _) in input.p_name }.readOnly(),
    Function("typed", access: .anyone) { (input: Typed, _) in input }.readOnly(),
    Function("numbers", access: .anyone) { (count: Int, _) in Array(0..<count) },
    Function("mine", access: .user) { _ in NoContent() },
    Function("admin", access: .serviceRole) { _ in true },
    Function("fails", access: .anyone) { _ -> Bool in throw Untyped() },
    Function("breaks", access: .anyone) { _ -> Bool in
      throw FunctionError(status: .internalServerError, code: .server, message: "Broken")
    },
    Function("refuses", access: .anyone) { _ -> Bool in
      throw FunctionError(status: .conflict, code: "ALREADY", message: "No", details: ["a": 1])
    },
  ]

  private func with(_ test: (Harness) async throws -> Void) async throws {
    try await withHarness(functions: [Handlers.open], procedures: Self.procedures, test)
  }

  @Test func results() async throws {
    try await with { host in
      let token = try host.token()
      let answer = try await host.post("/rest/v1/rpc/greet", token: token, #"{"p_name":"Ada"}"#)
      #expect(answer.status == 200)
      #expect(answer.body == #""hello Ada""#)
      for path in ["rpc/%67reet", "%72pc/greet"] {
        let again = try await host.post("/rest/v1/\(path)", token: token, #"{"p_name":"Ada"}"#)
        #expect(again.body == answer.body, "another spelling: \(path)")
      }
      let nothing = try await host.post("/rest/v1/rpc/mine", token: token, "{}")
      #expect(nothing.status == 204)
      #expect(nothing.body.isEmpty)
    }
  }

  @Test func onlyReadersAnswerGET() async throws {
    try await with { host in
      let answer = try await host.send(.get, "/rest/v1/rpc/look?p_name=a%20b+c")
      #expect(answer.body == #""a b c""#)
      #expect(try await host.send(.head, "/rest/v1/rpc/look?p_name=a").status == 200)
      #expect(try await host.post("/rest/v1/rpc/look", #"{"p_name":"x"}"#).body == #""x""#)
      for (method, name) in [(HTTPRequest.Method.get, "greet"), (.put, "greet"), (.delete, "look"), (.patch, "look")] {
        let answer = try await host.send(method, "/rest/v1/rpc/\(name)", token: host.token())
        let allowed = name == "look" ? "GET and POST" : "POST"
        #expect(answer.status == 405)
        #expect(
          answer.body
            == #"{"code":"PGRST101","message":"Only \#(allowed) may call this function","details":null,"hint":null}"#)
      }
    }
  }

  /// The text of a query becomes a value of the argument's kind, as in PostgREST.
  @Test func aQueryHasArgumentsOfAllKinds() async throws {
    try await with { host in
      let query = "n=5&x=1.5&isOn=true&list=%7B1,2%7D&limit=3&select=*&apikey=k"
      let answer = try await host.send(.get, "/rest/v1/rpc/typed?\(query)")
      #expect(answer.body == #"{"n":5,"x":1.5,"isOn":true,"list":[1,2],"limit":3}"#)
      #expect(try await host.send(.head, "/rest/v1/rpc/typed?n=5").status == 200)
      for wrong in ["n=a", "n=5&isOn=yes", "n=5&x=nan", "n=5&list=a", "x=1"] {
        let answer = try await host.send(.get, "/rest/v1/rpc/typed?\(wrong)")
        #expect(answer.status == 400 && answer.body.contains("VALIDATION_ERROR"), "\(wrong): \(answer.body)")
      }
    }
  }

  /// The form of the OpenAPI document: one parameter for each element.
  @Test(arguments: [
    ("list=1", "[1]"), ("list=1&list=2", "[1,2]"), ("list=%7B1,2%7D&list=3", "[1,2,3]"), ("list=%7B%7D", "[]"),
  ])
  func aRepeatedNameIsAnArray(_ query: String, _ list: String) async throws {
    try await with { (host) async throws in
      let answer = try await host.send(.get, "/rest/v1/rpc/typed?n=5&\(query)")
      #expect(answer.body == #"{"n":5,"list":\#(list)}"#)
    }
  }

  @Test func whatPostgRESTDoesWithTheRowsIsRefused() async throws {
    try await with { host in
      for query in ["limit=1", "id=eq.1", "select=id", "order=id"] {
        let answer = try await host.post("/rest/v1/rpc/numbers?\(query)", "2")
        #expect(answer.status == 501 && answer.body.contains(#""code":"NOT_IMPLEMENTED""#), "\(answer.body)")
      }
      #expect(try await host.send(.get, "/rest/v1/rpc/look?p_name=a&order=id").status == 501)
      #expect(try await host.post("/rest/v1/rpc/numbers?select=*&apikey=k", "2").body == "[0,1]")
    }
  }

  @Test func aListOfOneIsItsElementIfAskedFor() async throws {
    try await with { host in
      for (input, status, body) in [("1", 200, "0"), ("2", 406, "PGRST116"), ("0", 406, "PGRST116")] {
        let answer = try await host.send(
          .post, "/rest/v1/rpc/numbers", headers: [.accept: "application/vnd.pgrst.object+json"],
          body: RequestBody(ByteBuffer(string: input)))
        #expect(answer.status == status && answer.body.contains(body), "\(answer.body)")
      }
      let object = try await host.send(
        .get, "/rest/v1/rpc/look?p_name=a", headers: [.accept: "application/vnd.pgrst.object+json"])
      #expect(object.body == #""a""#)
    }
  }

  /// A body that is too large is refused, also if the query replaces it.
  @Test func aBodyThatIsTooLargeIsRefusedWithGETToo() async throws {
    try await withHarness(procedures: Self.procedures, configure: { $0.limits.jsonBody = 100 }) { host in
      for (length, status) in [("100", 200), ("101", 413)] {
        let answer = try await host.send(
          .get, "/rest/v1/rpc/look?p_name=a", headers: [.contentLength: length], body: RequestBody { nil })
        #expect(answer.status == status)
      }
    }
  }

  /// A handler may return an optional `NoContent`.
  @Test func noContentMayBeMissing() async throws {
    let maybe = Function("maybe", access: .anyone) { (input: [String: Bool], _) -> NoContent? in
      input["none"] == true ? nil : NoContent()
    }
    try await withHarness(functions: [maybe]) { host in
      #expect(try await host.post("/functions/v1/maybe", "{}").status == 204)
      let none = try await host.post("/functions/v1/maybe", #"{"none":true}"#)
      #expect(none.status == 200 && none.body == "null")
    }
  }

  @Test func errorsHaveTheShapeThatClientsRead() async throws {
    try await with { host in
      func body(_ code: String, _ message: String, details: String = "null") -> String {
        #"{"code":"\#(code)","message":"\#(message)","details":\#(details),"hint":null}"#
      }
      let unknown = try await host.post("/rest/v1/rpc/nothing", "{}")
      #expect(unknown.status == 404)
      #expect(unknown.body == body("PGRST202", "Could not find the function public.nothing in the schema cache"))
      // A function is no database function, and has no path below it.
      #expect(try await host.post("/rest/v1/rpc/open", "{}").status == 404)
      #expect(try await host.post("/rest/v1/rpc/greet/x", "{}").status == 404)

      let noToken = try await host.post("/rest/v1/rpc/greet", "{}")
      #expect(noToken.verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
      #expect(noToken.body == body("UNAUTHORIZED_NO_AUTH_HEADER", "Missing authorization header"))
      let anon = try await host.post("/rest/v1/rpc/mine", token: host.token(sub: nil, role: .anon), "{}")
      #expect(anon.verdict == "401 AUTH_REQUIRED")
      #expect(anon.body == body("AUTH_REQUIRED", "Authentication required"))
      let user = try await host.post("/rest/v1/rpc/admin", token: host.token(), "{}")
      #expect(user.verdict == "403 PERMISSION_DENIED")
      #expect(user.body == body("PERMISSION_DENIED", "Insufficient permissions"))

      let invalid = try await host.post("/rest/v1/rpc/greet", token: host.token(), #"{"p_name":1}"#)
      #expect(invalid.status == 400)
      #expect(
        invalid.body.hasPrefix(#"{"code":"VALIDATION_ERROR","message":"Expected a string at $.p_name","details":"#))
      #expect(invalid.body.hasSuffix(#","hint":null}"#))
      let refused = try await host.post("/rest/v1/rpc/refuses", "{}")
      #expect(refused.status == 409)
      #expect(refused.body == body("ALREADY", "No", details: #"{"a":1}"#))
      let failed = try await host.post("/rest/v1/rpc/fails", "{}")
      #expect(failed.verdict == "500 EDGE_FUNCTION_ERROR")
      #expect(failed.body == body("EDGE_FUNCTION_ERROR", "Internal Server Error"))
      for answer in [unknown, noToken, anon, invalid, refused, failed] {
        #expect(answer["access-control-allow-origin"] == "*")
        #expect(answer["content-type"] == "application/json")
        #expect(answer["x-relay-error"] == nil)
      }
    }
  }

  @Test func aRefusalOfTheServerHasTheSameShape() async throws {
    try await with { host in
      let errors: [HostError] = [
        .idleTimeout(seconds: 150), .resourceLimit, .requestTimeout("body"), .badRequest("A chunk is malformed"),
        .methodNotAllowed("POST"),
      ]
      for error in errors {
        let answer = try await host.refusal(error, of: "/rest/v1/rpc/greet")
        #expect(answer.verdict == "\(error.status.code) \(error.code)")
        #expect(
          answer.body == #"{"code":"\#(error.code)","message":"\#(error.message)","details":null,"hint":null}"#)
      }
    }
  }

  @Test func aFunctionsOwnFailureIsMarked() async throws {
    try await with { host in
      let failed = try await host.post("/rest/v1/rpc/breaks", "{}")
      #expect(failed.verdict == "500 EDGE_FUNCTION_ERROR")
      #expect(failed["access-control-expose-headers"] == "sb-error-code")
      #expect(failed.body == #"{"code":"SERVER_ERROR","message":"Broken","details":null,"hint":null}"#)
      #expect(try await host.post("/rest/v1/rpc/refuses", "{}").verdict == "409 -")
    }
  }

  @Test func aQueryHasSoManyParametersAtMost() async throws {
    try await with { host in
      for (count, status) in [(63, 200), (64, 400)] {
        let query = (0..<count).map { "p\($0)=x" }.joined(separator: "&")
        let answer = try await host.send(.get, "/rest/v1/rpc/look?p_name=a&\(query)")
        #expect(answer.status == status)
      }
    }
  }

  @Test func preflights() async throws {
    try await with { host in
      let answer = try await host.send(
        .options, "/rest/v1/rpc/greet", headers: [.origin: "https://a", .accessControlRequestMethod: "POST"])
      #expect(answer.status == 204)
    }
  }
}
