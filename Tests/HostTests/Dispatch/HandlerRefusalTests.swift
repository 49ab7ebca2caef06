import Edge
import Testing

@testable import Host

/// The host's refusals of requests to the paths of a handler.
@Suite struct HandlerRefusalTests {
  /// A handler whose errors have a form of its own.
  private struct Pages: PathHandler {
    let name = "pages"
    let answersPreflights = false
    let isPrivate: Bool

    func respond(to request: PathRequest) async -> Response { Response.text("page") }

    func response(to refusal: FunctionError) -> Response? {
      Response.text("refused: \(refusal.code.rawValue)", status: refusal.status)
    }
  }

  private func with(isPrivate: Bool = false, _ test: (Harness) async throws -> Void) async throws {
    var paths = PathHandlers()
    paths.byPrefix = [("/pages", Pages(isPrivate: isPrivate))]
    try await withHarness(paths: paths, test)
  }

  @Test func anUnknownMethodIsRefusedInTheHandlersForm() async throws {
    let method = try #require(HTTPRequest.Method("PROPFIND"))
    try await with { host in
      let answer = try await host.send(method, "/pages/one")
      #expect(answer.verdict == "405 METHOD_NOT_ALLOWED")
      #expect(answer.body == "refused: METHOD_NOT_ALLOWED")
      #expect(answer["allow"] == CORS.methods)
    }
  }

  @Test(arguments: ["/pages/../one", "/pages/%zz", "/pages/a%00"])
  func aMalformedPathIsRefusedInTheHandlersForm(_ target: String) async throws {
    try await with { host in
      let answer = try await host.send(.get, target)
      #expect(answer.verdict == "400 BAD_REQUEST")
      #expect(answer.body == "refused: BAD_REQUEST")
      let elsewhere = try await host.send(.get, "/other" + target)
      #expect(elsewhere.verdict == "400 BAD_REQUEST")
      #expect(elsewhere.body.hasPrefix(#"{"code":"BAD_REQUEST","#))
    }
  }

  @Test func theFieldsOfARefusalAreKept() async throws {
    try await with { (host) async throws in
      #expect(try await host.refusal(.overloaded, of: "/pages/one")["retry-after"] == "1")
    }
  }

  @Test func noRefusalOfAPrivateHandlerHasAFieldOfCORS() async throws {
    let method = try #require(HTTPRequest.Method("PROPFIND"))
    try await with(isPrivate: true) { host in
      for answer in [try await host.send(method, "/pages/one"), try await host.send(.get, "/pages/../one")] {
        #expect(answer.body.hasPrefix("refused: "))
        let names = answer.headers.map(\.name.canonicalName)
        #expect(!names.contains { $0.hasPrefix("access-control-") })
      }
    }
  }
}
