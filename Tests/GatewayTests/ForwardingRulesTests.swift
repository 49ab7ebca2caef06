import HTTPTypes
import Testing

@testable import Gateway

@Suite struct ForwardingRulesTests {
  @Test(arguments: [
    "/", "/rest/v1/riddles?select=*&name=eq.%2e%2F..", "/storage/v1/object/a%20b/c%25.png", "/a//b", "/rest/v1/a.b/..c",
    "/x?", "/%F0%9F%90%A6",
  ])
  func aTargetThatEveryServerReadsAlikeGoesOn(_ target: String) throws {
    try ForwardingRules.check(target: target)
  }

  @Test(arguments: [
    ("/a%2Fb", "The path has an escaped slash"), ("/a%2fb", "The path has an escaped slash"),
    ("/a%5Cb", "The path has an escaped slash"), ("/a\\b", "The path has a backslash"),
    ("/%2e%2e/b", "The path has an escaped dot"), ("/a%2Epng", "The path has an escaped dot"),
    ("/a/../b", "The path has a segment of dots"), ("/a/./b", "The path has a segment of dots"),
    ("/a/..", "The path has a segment of dots"), ("/a%00", "The path has an escaped control character"),
    ("/a%0d%0aHost:%20b", "The path has an escaped control character"),
    ("/a%7F", "The path has an escaped control character"), ("/a%2", "The path has a broken escape"),
    ("/a%", "The path has a broken escape"), ("/a%zz", "The path has a broken escape"),
    ("/a#b", "The target has a fragment"), ("*", "The target is no path"), ("api.test:443", "The target is no path"),
    ("https://api.test/x", "The target is no path"), ("ftp://api.test/x", "The target is no path"),
    ("http://api.test/x", "The target is no path"), ("//api.test/x", "The path begins with two slashes"),
  ])
  func anyOtherTargetIsRefused(_ target: String, _ reason: String) {
    let error = #expect(throws: ServiceError.self) { try ForwardingRules.check(target: target) }
    #expect(error == .badRequest(reason))
  }

  private static let handshake: HTTPFields = [
    .connection: "keep-alive, Upgrade", .upgrade: "websocket", .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==",
    .secWebSocketVersion: "13",
  ]

  private static func kind(
    _ method: HTTPRequest.Method = .get, _ change: (inout HTTPFields) -> Void = { _ in }
  ) throws(ServiceError) -> ForwardingRules.Kind {
    var fields = handshake
    change(&fields)
    return try ForwardingRules.kind(method: method, target: "/realtime/v1/websocket", fields: fields)
  }

  @Test func aHandshakeIsAWebSocket() throws {
    #expect(try Self.kind() == .webSocket)
    #expect(try Self.kind { $0[.upgrade] = "WebSocket" } == .webSocket)
    #expect(try Self.kind { $0[.contentLength] = "0" } == .webSocket)
    #expect(try Self.kind(.post) { $0[.upgrade] = nil } == .ordinary)
  }

  @Test(arguments: ["h2c", "TLS/1.0", "h2c, TLS/1.0", "websocket/2", ""])
  func anotherUpgradeIsIgnored(_ upgrade: String) throws {
    #expect(try Self.kind { $0[.upgrade] = upgrade } == .ordinary)
    #expect(try Self.kind(.post) { $0[.upgrade] = upgrade } == .ordinary)
  }

  @Test(arguments: ["websocket, h2c", "h2c,WebSocket", "websocket\t,h2c", "websocket, websocket"])
  func anotherUpgradeBesideAWebSocketIsRefused(_ upgrade: String) {
    let error = #expect(throws: ServiceError.self) { try Self.kind { $0[.upgrade] = upgrade } }
    #expect(error == .badRequest("The only Upgrade is websocket"))
  }

  @Test func anIncompleteHandshakeIsRefused() {
    func status(_ method: HTTPRequest.Method = .get, _ change: (inout HTTPFields) -> Void) -> Int? {
      do throws(ServiceError) {
        _ = try Self.kind(method, change)
        return nil
      } catch {
        return error.status.code
      }
    }
    #expect(status(.post) { _ in } == 400)
    #expect(status { $0[.connection] = "keep-alive" } == 400)
    #expect(status { $0[.contentLength] = "5" } == 400)
    #expect(status { $0[.transferEncoding] = "chunked" } == 400)
    #expect(status { $0[.secWebSocketKey] = nil } == 400)
    #expect(status { $0[.secWebSocketKey] = "c2hvcnQ=" } == 400)
    #expect(status { $0.append(HTTPField(name: .secWebSocketKey, value: "dGhlIHNhbXBsZSBub25jZQ==")) } == 400)
    #expect(status { $0[.secWebSocketVersion] = "8" } == 426)
    #expect(status { $0[.secWebSocketVersion] = nil } == 426)
  }
}
