import Edge
import Gateway
import Testing

/// A host that stands alone.
@Suite struct AbsentServiceTests {
  private static func text(_ what: String, _ key: String, _ server: String, _ prefix: String) -> String {
    "This host has no \(what) of its own. Set SUPABASE_URL to your project, or [gateway] \(key) to the address of "
      + "\(server), and \(prefix) is forwarded there."
  }

  @Test func eachServiceIsRefusedInItsOwnForm() async throws {
    let rest = Self.text("tables", "rest", "PostgREST", "/rest/v1")
    let auth = Self.text("sign-in", "auth", "GoTrue", "/auth/v1")
    let realtime = Self.text("realtime", "realtime", "Supabase Realtime", "/realtime/v1")
    try await withGateway { host in
      let expected = [
        ("/rest/v1/riddles?select=*", #"{"code":"NOT_IMPLEMENTED","message":"\#(rest)","details":null,"hint":null}"#),
        ("/auth/v1/token?grant_type=password", #"{"code":501,"error_code":"not_implemented","msg":"\#(auth)"}"#),
        ("/realtime/v1/websocket", #"{"code":"NOT_IMPLEMENTED","message":"\#(realtime)"}"#),
      ]
      for (target, body) in expected {
        let answer = try await host.ask("GET \(target) HTTP/1.1")
        #expect(answer.status == 501)
        #expect(answer.body == body)
        #expect(answer["access-control-allow-origin"] == ["*"])
        #expect(answer["sb-request-id"].count == 1)
      }
    }
  }

  @Test func aRequestToAServedTableGetsTheReason() async throws {
    let keep = Function("keep", access: .anyone) { (row: JSONObject, _) in row }
    let routes: [TableRoute] = [.insert("notes", keep), .select("notes", filters: ["id": "id"], keep)]
    let start = "The functions of this host that serve the table notes do not answer"
    let hint =
      "Answered are: GET /rest/v1/notes?id=eq.{id}. Set SUPABASE_URL to your project, or [gateway] rest to the address "
      + "of PostgREST, and /rest/v1 is forwarded there."
    try await withGateway(routes: routes) { host in
      let list = try await host.ask("GET /rest/v1/notes?id=in.(1,2) HTTP/1.1")
      #expect(list.status == 501)
      #expect(
        list.body == #"{"code":"NOT_IMPLEMENTED","message":"\#(start) 'id' in this form: it takes eq","details":null,"#
          + #""hint":"\#(hint)"}"#)
      let table = try await host.ask("GET /rest/v1/notes?id=eq.1 HTTP/1.1", "Accept: text/csv")
      #expect(table.status == 501)
      #expect(table.body.contains("\(start) 'Accept' in this form"))
      for query in ["limit=-1", "offset=x"] {
        let answer = try await host.ask("GET /rest/v1/notes?id=eq.1&\(query) HTTP/1.1")
        #expect(answer.status == 400)
        #expect(answer["sb-error-code"] == ["PGRST100"])
        #expect(answer.body.hasSuffix(#"in this form: it takes a number from 0","details":null,"hint":null}"#))
      }
    }
  }

  @Test func anUnknownDatabaseFunctionIsRefusedAsPostgRESTDoes() async throws {
    try await withGateway { host in
      let answer = try await host.ask("POST /rest/v1/rpc/nothing HTTP/1.1", "Content-Length: 2", body: "{}")
      #expect(answer.status == 404)
      #expect(
        answer.body.hasPrefix(#"{"code":"PGRST202","message":"Could not find the function public.nothing in the "#))
      #expect(answer.body.contains("[gateway] rest"))
    }
  }

  @Test(arguments: ["/", "/graphql/v1", "/functions/v1/nothing", "/functions/v1", "/rest/v2"])
  func everyOtherPathIsUnknown(_ path: String) async throws {
    try await withGateway { host in
      let answer = try await host.ask("GET \(path) HTTP/1.1")
      #expect(answer.status == 404)
      #expect(answer.body == #"{"code":"NOT_FOUND","message":"Requested function was not found"}"#)
    }
  }

  @Test func aPreflightIsAnswered() async throws {
    try await withGateway { host in
      let answer = try await host.ask(
        "OPTIONS /rest/v1/riddles HTTP/1.1", "Origin: https://app.test", "Access-Control-Request-Method: GET")
      #expect(answer.status == 204)
      #expect(answer["access-control-allow-origin"] == ["*"])
    }
  }

  @Test func withoutAGatewayThePathsAreUnknown() async throws {
    var gateway = GatewayConfiguration()
    gateway.isEnabled = false
    try await withGateway(project: "http://127.0.0.1:1", gateway) { host in
      for path in ["/rest/v1/riddles", "/auth/v1/health", "/elsewhere"] {
        let answer = try await host.ask("GET \(path) HTTP/1.1")
        #expect(answer.status == 404)
      }
    }
  }
}
