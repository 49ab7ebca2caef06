import HTTPCalls
import HTTPTypes

extension HTTPClient.Request {
  /// Fields with credentials. They are sent to the origin that they were set for, and to no other.
  private static let credentialFields: [HTTPField.Name] = [
    .authorization, .cookie, .proxyAuthorization, .named("apikey"),
  ]

  /// The statuses of redirects that a client may follow by itself.
  static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  /// Returns the request that follows a redirect, with the method and body of RFC 9110 section 15.4.
  func redirected(by status: Int, from origin: TargetURL, to target: TargetURL) throws(HTTPClientError) -> Self {
    if origin.scheme == "https", target.scheme != "https" {
      throw HTTPClientError(.redirectRefused, "\(origin.host): a redirect from https to \(target.scheme)")
    }
    var next = self
    next.url = target.text
    let becomesGet = status == 303 ? method != .head : (status == 301 || status == 302) && method == .post
    if becomesGet {
      next.method = .get
      next.body = nil
      for name in [HTTPField.Name.contentType, .contentEncoding, .contentLanguage, .contentLocation] {
        next.headers[name] = nil
      }
    }
    if !target.sharesOrigin(with: origin) {
      for name in Self.credentialFields { next.headers[name] = nil }
    }
    return next
  }
}
