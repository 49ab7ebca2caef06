import Edge
import Testing

@Suite struct CORSTests {
  private static let own = Function.raw("own", access: .anyone, answersOptions: true) { request, _ in
    .text("own \(request.method.rawValue)")
  }
  private static let guarded = Function.raw("guarded", access: .user, answersOptions: true) { _, _ in .text("in") }

  private func preflight(_ target: String, asking: String? = nil) async throws -> Answer {
    var answer: Answer?
    try await withHarness(functions: [Handlers.user, Handlers.open, Self.own, Self.guarded]) { host in
      var headers: HTTPFields = [.origin: "https://app.example", .accessControlRequestMethod: "POST"]
      headers[.accessControlRequestHeaders] = asking
      answer = try await host.send(.options, target, headers: headers)
    }
    return try #require(answer)
  }

  @Test func aPreflightNeedsNoToken() async throws {
    let answer = try await preflight("/functions/v1/user")
    #expect(answer.status == 204)
    #expect(answer.body.isEmpty)
    #expect(answer["access-control-allow-origin"] == "*")
    #expect(answer["access-control-allow-methods"] == "GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD")
    #expect(
      answer["access-control-allow-headers"]
        == "authorization, x-client-info, apikey, content-type, x-retry-count, idempotency-key")
    #expect(answer["access-control-max-age"] == "86400")
    #expect(answer["sb-request-id"] != nil)
    #expect(answer["sb-error-code"] == nil)
  }

  @Test(arguments: [
    ("x-own", ", x-own"), ("X-Own, AUTHORIZATION ,x-own2", ", x-own, x-own2"), ("apikey", ""), ("", ""),
    ("x-a,x-a", ", x-a"), ("bad name, x-ok", ", x-ok"), ("evil\u{1}", ", evil"), ("auth", ", auth"),
  ])
  func eachRequestedFieldIsAllowedOnce(_ asked: String, _ added: String) async throws {
    let answer = try await preflight("/functions/v1/open", asking: asked)
    #expect(
      answer["access-control-allow-headers"]
        == "authorization, x-client-info, apikey, content-type, x-retry-count, idempotency-key" + added)
  }

  @Test func hostileListsCostLittle() async throws {
    let asked = (0..<5000).map { "x-\($0)" }.joined(separator: ",")
    let allowed = try await preflight("/functions/v1/open", asking: asked)["access-control-allow-headers"]
    #expect(allowed?.contains("x-63") == true)
    #expect(allowed?.contains("x-64") == false)
  }

  @Test func aFunctionMayAnswerItself() async throws {
    let answer = try await preflight("/functions/v1/own")
    #expect(answer.status == 200)
    #expect(answer.body == "own OPTIONS")
  }

  /// A browser sends no token with a preflight, so a function that needs a caller cannot answer one.
  @Test func whereACallerIsNeededTheHostAnswers() async throws {
    #expect(try await preflight("/functions/v1/guarded").status == 204)
  }

  @Test func optionsWithoutOriginIsAnsweredToo() async throws {
    try await withHarness(functions: [Handlers.user]) { host in
      let answer = try await host.send(.options, "/functions/v1/user")
      #expect(answer.status == 204)
    }
  }

  @Test func everyAnswerBesidesTheHostsOwnMayBeReadByEveryPage() async throws {
    try await withHarness(functions: [Handlers.user, Handlers.open]) { host in
      for target in [
        "/functions/v1/user", "/functions/v1/open", "/functions/v1/none", "/nothing", "/a/../b",
      ] {
        let answer = try await host.send(.post, target)
        #expect(answer["access-control-allow-origin"] == "*")
      }
    }
  }
}
