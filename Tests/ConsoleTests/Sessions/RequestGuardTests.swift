import Edge
import Foundation
import HTTPTypes
import Testing

@testable import Console
@testable import Host

@Suite struct RequestGuardTests {
  @Test(arguments: [
    "127.0.0.1:54321", "localhost", "LOCALHOST:1", "app.localhost:54321", "[::1]:54321", "ops.example.com",
  ])
  func theHostsNamesAreAdmitted(_ host: String) throws {
    let fixture = try SessionFixture { _, settings in settings.hosts = ["OPS.example.com"] }
    #expect(fixture.gate.refusal(of: fixture.request(host: host)) == nil)
  }

  @Test(arguments: [
    "evil.example", "127.0.0.1.evil.example", "0.0.0.0:54321", "", "10.0.0.1", "localhost:x", "xops.example.com",
  ])
  func otherNamesAreRefused(_ host: String) throws {
    let fixture = try SessionFixture { configuration, settings in
      settings.hosts = ["ops.example.com"]
      configuration.bind.host = "0.0.0.0"
    }
    #expect(fixture.gate.refusal(of: fixture.request(host: host)) == .foreignHost)
    #expect(fixture.gate.refusal(of: fixture.request(more: [("Host", "localhost")])) == .foreignHost)
  }

  @Test func theAddressThatTheHostListensOnIsAdmitted() throws {
    let fixture = try SessionFixture { configuration, _ in configuration.bind.host = "fd00::7" }
    #expect(fixture.gate.refusal(of: fixture.request(host: "[fd00::7]:54321")) == nil)
    #expect(fixture.gate.refusal(of: fixture.request(host: "[fd00::8]:54321")) == .foreignHost)
  }

  @Test(
    arguments: [
      ("same-origin", nil), ("same-origin", "http://127.0.0.1:54321"), ("same-origin", "null"),
      (nil, "http://127.0.0.1:54321"), (nil, "https://127.0.0.1:54321"),
    ] as [(String?, String?)])
  func formsOfTheConsoleAreAdmitted(_ site: String?, _ origin: String?) throws {
    let fixture = try SessionFixture()
    #expect(fixture.gate.refusal(of: fixture.request(.post, site: site, origin: origin)) == nil)
  }

  @Test(
    arguments: [
      ("cross-site", "https://evil.example"), ("same-site", "http://127.0.0.1:9999"), ("cross-site", "null"),
      (nil, nil),
      ("none", nil), ("same-site", nil), ("cross-site", nil), ("", nil), ("none", "null"),
      (nil, "http://127.0.0.1:9999"),
      (nil, "http://127.0.0.1"), ("same-origin", "https://evil.example"), ("same-origin, cross-site", nil),
      (nil, "http://127.0.0.1:54321.evil.example"), (nil, "file://"), (nil, ""),
    ] as [(String?, String?)])
  func formsOfOtherPagesAreRefused(_ site: String?, _ origin: String?) throws {
    let fixture = try SessionFixture()
    let request = fixture.request(.post, cookie: try fixture.cookie(), site: site, origin: origin)
    #expect(fixture.gate.refusal(of: request) == .foreignOrigin)
  }

  @Test func aFormWithoutOriginAndSiteIsRefusedWithTheCause() throws {
    let fixture = try SessionFixture { _, settings in settings.hosts = ["ops.example.com"] }
    let request = fixture.request(.post, "/console/login", host: "ops.example.com", site: nil, origin: "null")
    #expect(fixture.gate.refusal(of: request) == .unknownOrigin)
    #expect(AccessRefusal.unknownOrigin.status == .forbidden)
    #expect(AccessRefusal.unknownOrigin.message.contains("over HTTPS or at 127.0.0.1"))
  }

  @Test func anotherPageOpensTheConsoleInAWindowAlone() throws {
    let fixture = try SessionFixture()
    let link = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
    #expect(fixture.gate.refusal(of: fixture.request(site: "cross-site", more: link)) == nil)
    #expect(fixture.gate.refusal(of: fixture.request(site: "none", more: link)) == nil)
    for fields in [
      [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")], [("Sec-Fetch-Mode", "no-cors")],
      [("Sec-Fetch-Mode", "cors")], [],
    ] {
      #expect(fixture.gate.refusal(of: fixture.request(site: "cross-site", more: fields)) == .foreignOrigin)
      #expect(fixture.gate.refusal(of: fixture.request(site: "same-site", more: fields)) == .foreignOrigin)
    }
    let frame = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")]
    #expect(fixture.gate.refusal(of: fixture.request(site: "same-origin", more: frame)) == .foreignOrigin)
    #expect(fixture.gate.refusal(of: fixture.request(site: nil, origin: "https://evil.example")) == .foreignOrigin)
  }

  @Test(arguments: [HTTPRequest.Method.put, .delete, .options, .patch])
  func otherMethodsAreRefused(_ method: HTTPRequest.Method) throws {
    let fixture = try SessionFixture()
    #expect(fixture.gate.refusal(of: fixture.request(method)) == .methodNotAllowed)
  }
}
