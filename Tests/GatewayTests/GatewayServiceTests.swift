import Curl
import Edge
import Foundation
import HTTPTypes
import Testing

@testable import Gateway

@Suite struct GatewayServiceTests {
  private static func url(_ service: GatewayService, _ path: String, isOwn: Bool) throws -> String {
    let address = try #require(URL(string: "http://127.0.0.1:3000"))
    return try Upstream(service, at: address, isOwn: isOwn).url(path: path, query: "q=%20")
  }

  @Test(arguments: [
    (GatewayService.rest, "/rest/v1/riddles", "/riddles"), (.rest, "/rest/v1", "/"), (.rest, "/rest/v1/", "/"),
    (.graphql, "/graphql/v1", "/rpc/graphql"), (.auth, "/auth/v1/token", "/token"),
    (.storage, "/storage/v1/object/a/b", "/object/a/b"), (.realtime, "/realtime/v1/websocket", "/socket/websocket"),
    (.realtime, "/realtime/v1/api/broadcast", "/api/broadcast"), (.realtime, "/realtime/v1/apis", "/socket/apis"),
    (.realtime, "/realtime/v1/api", "/api"), (.realtime, "/realtime/v1/api/tenantsx", "/api/tenantsx"),
  ])
  func aServerOfItsOwnTakesThePathBelowThePrefix(_ service: GatewayService, _ path: String, _ expected: String) throws {
    #expect(try Self.url(service, path, isOwn: true) == "http://127.0.0.1:3000\(expected)?q=%20")
    #expect(try Self.url(service, path, isOwn: false) == "http://127.0.0.1:3000\(path)?q=%20")
  }

  @Test(arguments: [
    "/realtime/v1/api/tenants", "/realtime/v1/api/tenants/x", "/realtime/v1/api/openapi",
    "/realtime/v1/api/%74enants", "/realtime/v1/api//tenants/x", "/realtime/v1/api///%6Fpenapi/",
  ])
  func realtimesAdministrationIsNotForClients(_ path: String) throws {
    #expect(throws: ServiceError.forbidden) { try Self.url(.realtime, path, isOwn: true) }
  }

  @Test(arguments: [
    "/%66unctions/v1/theirs", "/functions//v1/theirs", "/functions/%761/theirs", "/rest//v1/riddles", "/auth/v%31",
  ])
  func anotherSpellingOfAServicesPathIsRefused(_ path: String) {
    let error = ServiceError.badRequest("The path is another spelling of a service's path")
    #expect(throws: error) { try Self.url(.other, path, isOwn: false) }
  }

  @Test(arguments: [
    (GatewayService.rest, "/rest/v1//riddles"), (.auth, "/auth/v1//evil.test/token"), (.storage, "/storage/v1///a"),
  ])
  func aPathBelowThePrefixThatNamesAHostIsRefused(_ service: GatewayService, _ path: String) throws {
    let error = ServiceError.badRequest("The path begins with two slashes")
    #expect(throws: error) { try Self.url(service, path, isOwn: true) }
    #expect(try Self.url(service, path, isOwn: false) == "http://127.0.0.1:3000\(path)?q=%20")
  }

  @Test(arguments: ["/", "/functions/v1", "/functions/v2/x", "/a//b", "/rest", "/%66oo/v1", "/x/rest/v1"])
  func otherPathsOfTheProjectStayAsTheyAre(_ path: String) throws {
    #expect(try Self.url(.other, path, isOwn: false) == "http://127.0.0.1:3000\(path)?q=%20")
  }

  @Test func anAddressWithAPathIsTheStartOfAllPaths() throws {
    let address = try #require(URL(string: "http://127.0.0.1:3000/base/"))
    #expect(
      try Upstream(.auth, at: address, isOwn: true).url(path: "/auth/v1/x", query: nil)
        == "http://127.0.0.1:3000/base/x")
  }

  @Test func errorsHaveTheServicesForms() throws {
    let error = ServiceError(HTTPClientError(.couldNotConnect, "10.1.2.3: refused"), setting: "[gateway] rest")
    func body(_ service: GatewayService) -> String? {
      error.response(of: service).body.collected
    }
    let text = "The server at [gateway] rest cannot be reached"
    #expect(body(.rest) == #"{"code":"BAD_GATEWAY","message":"\#(text)","details":null,"hint":null}"#)
    #expect(body(.graphql) == body(.other))
    #expect(body(.auth) == #"{"code":502,"error_code":"bad_gateway","msg":"\#(text)"}"#)
    #expect(body(.storage) == #"{"statusCode":"502","error":"BadGateway","message":"\#(text)"}"#)
    #expect(body(.other) == #"{"code":"BAD_GATEWAY","message":"\#(text)"}"#)
    #expect(error.response(of: .functions).headers[.named("x-relay-error")] == "true")
    #expect(error.response(of: .other).headers[.named("x-relay-error")] == nil)
    #expect(error.response(of: .rest).headers[.retryAfter] == "5")
    #expect(error.response(of: .rest).headers[.named("sb-error-code")] == "BAD_GATEWAY")
  }

  @Test(arguments: [
    (HTTPClientError.Code.couldNotResolve, 502), (.couldNotConnect, 502), (.tls, 502), (.connectionClosed, 502),
    (.protocolError, 502), (.responseTooLarge, 502), (.timedOut, 504), (.shutdown, 503), (.failed, 502),
    (.invalidRequest, 400),
  ])
  func eachFailureHasItsStatus(_ code: HTTPClientError.Code, _ status: Int) {
    let error = ServiceError(HTTPClientError(code, "10.1.2.3: secret"), setting: "SUPABASE_URL")
    #expect(error.status.code == status)
    #expect(!error.message.contains("10.1.2.3"))
    // No fault of a server is answered as a limit of the host.
    #expect((error.code == "OVERLOADED") == (code == .shutdown))
    #expect(error.response(of: .rest).fault == "\(code): 10.1.2.3: secret")
  }

  /// The head of any response, or the body of a refused WebSocket.
  @Test func aResponseThatIsTooLargeIsNamedForBothCauses() {
    let error = ServiceError(HTTPClientError(.responseTooLarge, ""), setting: "SUPABASE_URL")
    #expect(error.message == "The server at SUPABASE_URL sends headers or a body beyond the limit")
  }
}
