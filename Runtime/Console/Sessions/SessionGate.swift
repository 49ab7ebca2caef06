import Cryptography
package import Edge
import FoundationEssentials
import HTTPTypes
package import Host
import Synchronization

/// Decides which requests belong to a session of the console, and begins and ends sessions.
///
/// The handler calls ``refusal(of:)`` for each request first, then ``admit(_:)`` for pages, and ``check(_:of:)`` before
/// an action.
package final class SessionGate: Sendable {
  /// The name of the hidden field with the session's token.
  package static let tokenField = "token"
  /// The name of the field of the login form with the key.
  package static let keyField = "key"
  /// The name of the field with the path of the page to show next.
  package static let nextField = "next"
  package static let loginPath = "/console/login"

  /// Whether a key can be presented on the login page. Otherwise only one-use codes admit.
  package let acceptsKeys: Bool
  /// The codes of the command `console`.
  package let codes: OneUseCodes
  private let keys: SessionKeys
  private let isPublished: Bool
  private let guards: RequestGuard
  private let clock: WallClock
  private let tries = Mutex(LoginTries())
  private let ended = Mutex(EndedConsoleSessions())

  /// - Throws: ``ConfigurationProblem`` if the JWT secret can be guessed.
  package init(
    _ settings: ConsoleSettings, _ configuration: HostConfiguration, codes: OneUseCodes = OneUseCodes(),
    clock: WallClock
  ) throws(ConfigurationProblem) {
    keys = try SessionKeys(configuration.tokens, readOnlyKeys: settings.readOnlyKeys)
    acceptsKeys = keys.acceptsKeys
    isPublished = keys.hasPublishedServiceKey
    guards = RequestGuard(hosts: settings.hosts, bind: configuration.bind)
    self.codes = codes
    self.clock = clock
  }

  /// The reason why a request is refused whatever its session is: its method, `Host`, or the page that sent it. It
  /// holds for the login page and the files of the console too.
  package func refusal(of request: PathRequest) -> AccessRefusal? { guards.refusal(of: request) }

  /// The session of a request to a page or an action.
  package func admit(_ request: PathRequest) -> Admission {
    if let refusal = refusal(of: request) { return .response(refusal.response) }
    if let session = session(of: request) { return .session(session) }
    let isPage = request.request.method != .post && request.request.path != "/console/events"
    return .response(isPage ? toLogin(from: request) : AccessRefusal.noSession.response)
  }

  /// The session of a request's cookie; nil if it has none that is valid.
  package func session(of request: PathRequest) -> Session? {
    let now = clock.now
    for value in SessionCookie(request).values(in: request.request.fields) {
      guard let session = keys.session(of: value, at: now) else { continue }
      if !ended.withLock({ $0.contains(session.id, at: now) }) { return session }
    }
    return nil
  }

  /// Checks that a session may perform an action of a form.
  ///
  /// - Returns: nil if it may.
  package func check(_ form: Form, of session: Session) -> AccessRefusal? {
    guard permits(form, of: session) else { return .wrongToken }
    return session.role.canAct ? nil : .readOnly
  }

  /// Whether a form carries the token of a session.
  package func permits(_ form: Form, of session: Session) -> Bool {
    guard let token = form[Self.tokenField] else { return false }
    // Digests are compared in constant time.
    return SHA256Digest(of: [UInt8](token.utf8).span) == SHA256Digest(of: [UInt8](session.formToken.utf8).span)
  }

  /// Begins a session for the holder of a key, by the form of the login page.
  ///
  /// The key counts in the form alone, not in the query.
  ///
  /// - Returns: the response that sets the cookie and leads to the next page.
  /// - Throws: ``AccessRefusal``, for the login page.
  package func login(_ request: PathRequest, form: Form) throws(AccessRefusal) -> Response {
    if let refusal = refusal(of: request) { throw refusal }
    guard request.request.method == .post else { throw .methodNotAllowed }
    let now = clock.now
    let network = request.client.flatMap(ClientNetwork.init)
    if let seconds = tries.withLock({ $0.admit(network, at: now) }) { throw .tooManyTries(retryAfter: seconds) }
    let presented = (form[Self.keyField] ?? "").trimmed
    guard let key = keys.key(presented) else { throw isPublished ? .publishedKey : .wrongKey }
    return response(leadingTo: Self.next(form[Self.nextField]), SessionCookie(request).setting(key.cookie(at: now)))
  }

  /// Begins a session for the holder of a one-use code: `GET /console/enter?code=…`.
  ///
  /// - Returns: the response that sets the cookie. It is a page that opens the overview, not a redirection: after a
  ///   redirection that another page began, the browser would not send the `SameSite=Strict` cookie.
  /// - Throws: ``AccessRefusal``, for the login page.
  package func enter(_ request: PathRequest) throws(AccessRefusal) -> Response {
    if let refusal = refusal(of: request) { throw refusal }
    // A prefetch by a browser or a proxy does not use the code up.
    let purposes = request.request.fields.values(.purpose) + request.request.fields.values(.secPurpose)
    guard request.request.method == .get, !purposes.contains(where: { $0.contains("prefetch") }) else {
      throw .methodNotAllowed
    }
    let now = clock.now
    guard let code = request.request.query("code"), codes.redeem(code, at: now) else { throw .wrongCode }
    return Response(
      headers: [
        .contentType: "text/html; charset=utf-8",
        .setCookie: SessionCookie(request).setting(keys.ofCodes.cookie(at: now)),
      ],
      body: ResponseBody([UInt8](Self.entered.text.utf8)))
  }

  /// Ends a session on this host, and removes its cookie from the browser.
  package func logout(_ request: PathRequest, of session: Session) -> Response {
    ended.withLock { $0.insert(session, at: clock.now) }
    return response(leadingTo: Self.loginPath, SessionCookie(request).setting(nil))
  }

  /// A path of the console from a form or a query; the overview for any other text, so that no link leads elsewhere.
  package static func next(_ text: String?) -> String {
    guard let text, text.hasPrefix("/console/"), text.utf8.count <= 2048,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      !text.hasPrefix(loginPath), !text.hasPrefix("/console/enter"), !text.hasPrefix("/console/logout")
    else { return "/console/overview" }
    return text
  }

  /// The page that follows a one-use code.
  private static let entered: HTML = """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Swiftlet</title>\
    <link rel="icon" href="\(Asset.icon.path)"><meta http-equiv="refresh" content="0;url=/console/overview"></head>\
    <body><p>Signed in. <a href="/console/overview">Open the console</a></p></body></html>
    """

  private func toLogin(from request: PathRequest) -> Response {
    let query = request.request.rawQuery.map { "?\($0)" } ?? ""
    return toLogin(next: request.request.path + query)
  }

  /// The redirection to the login page, which then leads to a path of the console.
  func toLogin(next text: String?) -> Response {
    let next = Self.next(text)
    let target =
      next == "/console/overview"
      ? "" : "?next=\(PercentEncoding.encode(next))"
    return Response(status: .seeOther, headers: [.location: Self.loginPath + target])
  }

  private func response(leadingTo path: String, _ cookie: String) -> Response {
    Response(status: .seeOther, headers: [.location: path, .setCookie: cookie])
  }
}

extension HTTPField.Name {
  fileprivate static let purpose = named("Purpose")
  fileprivate static let secPurpose = named("Sec-Purpose")
}
