import Edge
import HTTPTypes
import Testing

@testable import Host

/// The policy of documents beside the host's own pages.
@Suite struct DocumentSandboxTests {
  /// A handler with one response.
  private struct Site: PathHandler {
    let name: String
    var isPrivate = false
    let answersPreflights = false
    let page: Response

    func respond(to request: PathRequest) async -> Response { page }
  }

  private static let policy =
    "sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox"
  private static let html = "text/html; charset=utf-8"

  /// The handlers of a host whose own pages are at `/console` and another server's at `/theirs`.
  private func paths(theirs: Response = .noContent, hasPages: Bool = true) -> PathHandlers {
    var (theirs, page) = (theirs, response([.contentType: Self.html, .contentSecurityPolicy: "default-src 'none'"]))
    theirs.isForwarded = true
    page.headers[.serviceWorkerAllowed] = "/console"
    var paths = PathHandlers()
    paths.byPrefix = [("/theirs", Site(name: "theirs", page: theirs))]
    if hasPages { paths.byPrefix.append(("/console", Site(name: "console", isPrivate: true, page: page))) }
    return paths
  }

  private func response(_ fields: HTTPFields, status: HTTPResponse.Status = .ok) -> Response {
    Response(status: status, headers: fields)
  }

  /// The policies of a response, once as a function's and once as another server's.
  private func policies(of response: Response, hasPages: Bool = true) async throws -> [[String]] {
    let function = Function.raw("own", access: .anyone) { _, _ in response }
    var policies: [[String]] = []
    try await withHarness(functions: [function], paths: paths(theirs: response, hasPages: hasPages)) { host in
      for target in ["/functions/v1/own", "/theirs"] {
        policies.append(try await host.send(.get, target).headers[values: .contentSecurityPolicy])
      }
    }
    return policies
  }

  @Test(arguments: ["text/html; charset=utf-8", "image/svg+xml", "application/unknown", "none"])
  func aDocumentIsSandboxed(_ type: String) async throws {
    #expect(try await policies(of: response([.contentType: type])) == [[Self.policy], [Self.policy]])
  }

  @Test func aResponseWithoutATypeOrWithTwoIsSandboxed() async throws {
    #expect(try await policies(of: response([:])) == [[Self.policy], [Self.policy]])
    var two: HTTPFields = [.contentType: "image/png"]
    two.append(HTTPField(name: .contentType, value: "text/plain"))
    #expect(try await policies(of: response(two)) == [[Self.policy], [Self.policy]])
  }

  @Test(arguments: [
    "application/json", "text/event-stream", "text/plain;charset=UTF-8", "image/png", "application/pdf",
  ])
  func anotherResponseIsNot(_ type: String) async throws {
    #expect(try await policies(of: response([.contentType: type])) == [[], []])
    let own: HTTPFields = [.contentType: type, .contentSecurityPolicy: "img-src 'self'"]
    #expect(try await policies(of: response(own)) == [["img-src 'self'"], ["img-src 'self'"]])
  }

  @Test func theAuthorsPolicyStays() async throws {
    let page = response([.contentType: Self.html, .contentSecurityPolicy: "script-src 'self'"])
    let both = ["script-src 'self'", Self.policy]
    #expect(try await policies(of: page) == [both, both])
  }

  /// A cache puts the policy of these responses in the place of a stored document's.
  @Test func anUpdateOfAStoredDocumentKeepsItSandboxed() async throws {
    let own: HTTPFields = [.contentType: "image/png", .contentSecurityPolicy: "script-src 'self'"]
    let both = ["script-src 'self'", Self.policy]
    for status in [HTTPResponse.Status.notModified, .partialContent] {
      #expect(try await policies(of: response(own, status: status)) == [both, both])
      #expect(try await policies(of: response([.contentType: "image/png"], status: status)) == [[], []])
    }
    #expect(try await policies(of: response([:], status: .notModified)) == [[], []])
    #expect(try await policies(of: response([:], status: .partialContent)) == [[Self.policy], [Self.policy]])
  }

  @Test func aResponseWithoutContentIsNot() async throws {
    #expect(try await policies(of: .noContent) == [[], []])
  }

  @Test func withoutPagesOfItsOwnAHostAddsNothing() async throws {
    #expect(try await policies(of: response([.contentType: Self.html]), hasPages: false) == [[], []])
    let worker = response([.contentType: "text/javascript", .serviceWorkerAllowed: "/"])
    try await withHarness(paths: paths(theirs: worker, hasPages: false)) { (host) async throws in
      #expect(try await host.send(.get, "/theirs")["service-worker-allowed"] == "/")
    }
  }

  @Test func noScriptBecomesAServiceWorkerOfOtherPaths() async throws {
    let worker = response([.contentType: "text/javascript", .serviceWorkerAllowed: "/"])
    let function = Function.raw("own", access: .anyone) { _, _ in worker }
    try await withHarness(functions: [function], paths: paths(theirs: worker)) { host in
      for target in ["/functions/v1/own", "/theirs"] {
        let answer = try await host.send(.get, target)
        #expect(answer["content-type"] == "text/javascript")
        #expect(answer["service-worker-allowed"] == nil && answer["content-security-policy"] == nil)
      }
    }
  }

  @Test func theHostsOwnPagesStayAsTheyAre() async throws {
    try await withHarness(paths: paths()) { host in
      let answer = try await host.send(.get, "/console/overview")
      #expect(answer.headers[values: .contentSecurityPolicy] == ["default-src 'none'"])
      #expect(answer["service-worker-allowed"] == "/console")
    }
  }

  @Test func theHostsOwnJSONStaysAsItIs() async throws {
    try await withHarness(functions: [Handlers.open, Handlers.typed], paths: paths()) { host in
      for target in ["/functions/v1/open", "/functions/v1/typed", "/functions/v1/none", "/none", "/a/../b"] {
        let answer = try await host.post(target, "{}")
        #expect(answer["content-type"] == "application/json", "\(target)")
        #expect(answer["content-security-policy"] == nil, "\(target)")
      }
    }
  }

  /// The same on a connection, whose fields are not collected.
  @Test(.timeLimit(.minutes(10))) func thePolicyIsSent() async throws {
    let page = response([.contentType: Self.html, .contentSecurityPolicy: "script-src 'self'"])
    let function = Function.raw("own", access: .anyone) { _, _ in page }
    try await withLiveHost(functions: [function, Handlers.open], paths: paths(theirs: page)) { host in
      try await withConnection(to: host.port) { client in
        for (target, policies) in [
          ("/functions/v1/own", ["script-src 'self'", Self.policy]), ("/theirs", ["script-src 'self'", Self.policy]),
          ("/functions/v1/open", []), ("/console", ["default-src 'none'"]),
        ] {
          try await client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
          let answer = await client.readResponse()
          #expect(answer.status == 200, "\(target)")
          #expect(answer.headers[values: .contentSecurityPolicy] == policies, "\(target)")
        }
      }
    }
  }
}
