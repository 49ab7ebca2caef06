import Edge
import FoundationEssentials
import HTTPTypes

extension Response {
  /// The response with the fields that all responses of the console have. No other origin reads, frames or stores them.
  consuming func guarded() -> Response {
    headers[.contentSecurityPolicy] = Self.policy
    headers[.xContentTypeOptions] = "nosniff"
    headers[.named("Referrer-Policy")] = "no-referrer"
    headers[.named("X-Frame-Options")] = "DENY"
    headers[.named("Cross-Origin-Opener-Policy")] = "same-origin"
    headers[.named("Cross-Origin-Resource-Policy")] = "same-origin"
    if !headers.contains(.cacheControl) { headers[.cacheControl] = "no-store" }
    return self
  }

  /// A page loads everything from this host alone, and has no inline script or style.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'
    """

  /// An HTML page.
  ///
  /// - Parameter token: replaces the place of the session's token in forms.
  static func page(_ html: HTML, token: String = "", status: HTTPResponse.Status = .ok) -> Response {
    .bytes([UInt8](HTML.sent(html.text, token: token).utf8), contentType: "text/html; charset=utf-8", status: status)
  }

  /// A redirection to a path of the console.
  static func redirection(to path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }
}
