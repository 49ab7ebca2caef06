import Edge
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import Console
@testable import Host

@Suite struct SessionGateTests {
  @Test func aKeyBeginsASession() throws {
    let fixture = try SessionFixture()
    let response = try fixture.gate.login(
      fixture.request(.post, "/console/login"),
      form: Form([.init("key", " \(SessionFixture.serviceKey)\n"), .init("next", "/console/queue?q=a")]))
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == "/console/queue?q=a")
    let field = try #require(response.headers[.setCookie])
    #expect(field.hasPrefix("swiftlet_console_54321="))
    #expect(field.hasSuffix("; Path=/console; Max-Age=43200; HttpOnly; SameSite=Strict"))
    #expect(!field.contains(SessionFixture.serviceKey))
    let session = try #require(fixture.session(SessionFixture.pair(of: response)))
    #expect(session.role == .operator)
    #expect(session.expiry == fixture.time.now.addingTimeInterval(43_200))
  }

  @Test func theCookieIsSecureBeyondLoopback() throws {
    let fixture = try SessionFixture { _, settings in settings.hosts = ["Ops.example.com"] }
    let request = fixture.request(.post, "/console/login", host: "ops.example.com")
    let response = try fixture.gate.login(request, form: Form([.init("key", SessionFixture.secretKey)]))
    let field = try #require(response.headers[.setCookie])
    #expect(field.hasPrefix("swiftlet_console="))
    #expect(field.hasSuffix("; HttpOnly; SameSite=Strict; Secure"))
    #expect(fixture.session(SessionFixture.pair(of: response), host: "ops.example.com") != nil)
  }

  @Test func eachKeyHasItsRole() throws {
    let fixture = try SessionFixture()
    let reader = try #require(try fixture.session(fixture.cookie(key: SessionFixture.readOnlyKey)))
    #expect(reader.role == .readOnly)
    let token = Form([.init(SessionGate.tokenField, reader.formToken)])
    #expect(fixture.gate.check(token, of: reader) == .readOnly)
    let actor = try #require(try fixture.session(fixture.cookie(key: SessionFixture.secretKey)))
    #expect(fixture.gate.check(Form([.init(SessionGate.tokenField, actor.formToken)]), of: actor) == nil)
    #expect(throws: AccessRefusal.wrongKey) { try fixture.cookie(key: "another key") }
    #expect(throws: AccessRefusal.wrongKey) { try fixture.cookie(key: "") }
  }

  @Test func aFormOfAnotherSessionIsRefused() throws {
    let fixture = try SessionFixture()
    let first = try #require(try fixture.session(fixture.cookie()))
    let second = try #require(try fixture.session(fixture.cookie()))
    #expect(first.id != second.id)
    #expect(fixture.gate.check(Form([.init(SessionGate.tokenField, first.formToken)]), of: second) == .wrongToken)
    #expect(fixture.gate.check(Form(), of: second) == .wrongToken)
    #expect(fixture.gate.permits(Form([.init(SessionGate.tokenField, second.formToken)]), of: second))
  }

  @Test func aSessionEndsAfterTwelveHours() throws {
    let fixture = try SessionFixture()
    let cookie = try fixture.cookie()
    fixture.time.pass(43_199)
    #expect(fixture.session(cookie) != nil)
    fixture.time.pass(1)
    #expect(fixture.session(cookie) == nil)
  }

  @Test func aSessionEndsWithItsLogout() throws {
    let fixture = try SessionFixture()
    let (cookie, other) = (try fixture.cookie(), try fixture.cookie())
    let session = try #require(fixture.session(cookie))
    let response = fixture.gate.logout(fixture.request(.post, "/console/logout", cookie: cookie), of: session)
    #expect(response.headers[.setCookie]?.contains("=; Path=/console; Max-Age=0;") == true)
    #expect(fixture.session(cookie) == nil)
    #expect(fixture.session(other) != nil)
  }

  @Test func aChangedCookieIsRefused() throws {
    let fixture = try SessionFixture()
    let cookie = try fixture.cookie()
    for index in cookie.indices.drop(while: { cookie[$0] != "=" }).dropFirst() {
      var changed = cookie
      changed.replaceSubrange(index...index, with: cookie[index] == "A" ? "B" : "A")
      #expect(fixture.session(changed) == nil, "\(changed)")
    }
    let value = try #require(cookie.split(separator: "=").last)
    let parts = value.split(separator: ".")
    let later = "\(Int64(parts[0]) ?? 0 + 1).\(parts[1]).\(parts[2])"
    for text in ["", ".", "..", "\(value).", later.replacing(parts[0], with: "1900000000"), String(value.dropLast())] {
      #expect(fixture.session("swiftlet_console_54321=\(text)") == nil, "\(text)")
    }
    #expect(fixture.session(cookie.replacing("54321", with: "54322")) == nil)
  }

  @Test func aRotationEndsSessionsAndOtherHostsAcceptThem() throws {
    let fixture = try SessionFixture()
    let (service, secret) = (try fixture.cookie(), try fixture.cookie(key: SessionFixture.secretKey))
    let other = try SessionFixture()
    #expect(other.session(service) != nil)
    #expect(other.session(secret) != nil)
    let rotated = try SessionFixture { configuration, _ in
      configuration.tokens.serviceRoleKey = "sb_another_service_key"
    }
    #expect(rotated.session(service) == nil)
    #expect(rotated.session(secret) == nil)
    let removed = try SessionFixture { configuration, _ in configuration.tokens.secretKeys = [] }
    #expect(removed.session(service) != nil)
    #expect(removed.session(secret) == nil)
  }

  @Test func thePublishedServiceKeyAdmitsToNothing() throws {
    let development = { (configuration: inout HostConfiguration, settings: inout ConsoleSettings) in
      configuration.tokens = TokenConfiguration()
      settings.readOnlyKeys = []
    }
    let fixture = try SessionFixture(development)
    #expect(!fixture.gate.acceptsKeys)
    let key = try TokenMinter(secret: TokenConfiguration.developmentSecret).projectKey(.serviceRole)
    #expect(throws: AccessRefusal.publishedKey) { try fixture.cookie(key: key) }
    // Its cookies cannot be made from what is published.
    let code = fixture.gate.codes.issue(at: fixture.time.now)
    let entered = try fixture.gate.enter(fixture.request(.get, "/console/enter", query: "code=\(code)"))
    #expect(fixture.session(SessionFixture.pair(of: entered)) != nil)
    #expect(try SessionFixture(development).session(SessionFixture.pair(of: entered)) == nil)
  }

  @Test func aPublishedServiceKeyBesideAnOwnSecretAdmitsToNothing() throws {
    let published = try TokenMinter(secret: TokenConfiguration.developmentSecret).projectKey(.serviceRole)
    let fixture = try SessionFixture { configuration, _ in configuration.tokens.serviceRoleKey = published }
    #expect(throws: AccessRefusal.publishedKey) { try fixture.cookie(key: published) }
    #expect(fixture.session(try fixture.cookie(key: SessionFixture.secretKey)) != nil)
  }

  @Test func fiveTriesAMinuteAreAdmitted() throws {
    let fixture = try SessionFixture()
    for _ in 0..<5 { #expect(throws: AccessRefusal.wrongKey) { try fixture.cookie(key: "no key of this host") } }
    fixture.time.pass(20)
    #expect(throws: AccessRefusal.tooManyTries(retryAfter: 40)) { try fixture.cookie() }
    let elsewhere = fixture.request(.post, "/console/login", client: "10.0.0.7")
    #expect(
      try fixture.gate.login(elsewhere, form: Form([.init("key", SessionFixture.serviceKey)])).status == .seeOther)
    fixture.time.pass(40)
    _ = try fixture.cookie()
  }

  @Test func withoutASessionPagesLeadToTheLogin() throws {
    let fixture = try SessionFixture()
    guard case .response(let page) = fixture.gate.admit(fixture.request(.get, "/console/queue", query: "q=a%20b"))
    else {
      Issue.record("a page without a session")
      return
    }
    #expect(page.status == .seeOther)
    #expect(page.headers[.location] == "/console/login?next=%2Fconsole%2Fqueue%3Fq%3Da%2520b")
    for request in [fixture.request(.post, "/console/queue/actions/retry"), fixture.request(.get, "/console/events")] {
      guard case .response(let response) = fixture.gate.admit(request) else {
        Issue.record("an action without a session")
        continue
      }
      #expect(response.status == .unauthorized)
    }
    guard case .session(let session) = fixture.gate.admit(fixture.request(cookie: try fixture.cookie())) else {
      Issue.record("a session is refused")
      return
    }
    #expect(session.role == .operator)
  }

  @Test func aFormWithoutASessionLeadsToTheLoginAndBackToItsPage() async throws {
    let fixture = try SessionFixture()
    let sources = ConsoleSources.of(try AnsweringControls([:]), host: .test(named: "notes"))
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let console = Console(
      sources, gate: fixture.gate, actions: ActionLog(sources.database, logger: logger), logger: logger)
    func post(_ body: String, mode: String) async -> Response {
      let base = fixture.request(
        .post, "/console/queue/actions/retry",
        more: [("Sec-Fetch-Mode", mode), ("Content-Type", "application/x-www-form-urlencoded")])
      let request = Request(
        method: .post, path: base.request.path, headers: base.request.headers, body: RequestBody([UInt8](body.utf8)))
      return await console.respond(
        to: PathRequest(
          request: request, head: base.head, client: base.client, id: base.id, date: base.date, trace: base.trace))
    }
    let form = await post("next=%2Fconsole%2Fqueue%3Fq%3Da&id=1", mode: "navigate")
    #expect(form.status == .seeOther)
    #expect(form.headers[.location] == "/console/login?next=%2Fconsole%2Fqueue%3Fq%3Da")
    #expect(await post("next=https://evil.example", mode: "navigate").headers[.location] == "/console/login")
    #expect(await post("next=%2Fconsole%2Fqueue", mode: "cors").status == .unauthorized)
  }

  @Test(arguments: [
    "https://evil.example/console/", "//evil.example", "/console/\\evil", "/console/a\r\nSet-Cookie: b",
    "/functions/v1/a",
    "/console/login", "/console/enter?code=1", "/console/logout", "/consoles", "", "/console/\u{E9}",
  ])
  func theNextPageIsOneOfTheConsole(_ text: String) {
    #expect(SessionGate.next(text) == "/console/overview")
  }
}
