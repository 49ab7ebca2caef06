package import Edge
import HTTPTypes

/// The reason why a request to the console is refused. Its text is shown.
package enum AccessRefusal: Error, Sendable, Hashable {
  /// `Host` is neither loopback nor a configured name.
  case foreignHost
  /// A page of another origin sent the request, or the request does not prove that the console's own page did.
  case foreignOrigin
  /// The browser says neither the origin nor the site of the page that sent it. Over plain HTTP to another machine no
  /// browser says the site.
  case unknownOrigin
  /// A method other than GET, HEAD and POST.
  case methodNotAllowed
  /// There is no session, or it has ended.
  case noSession
  /// The form does not carry the token of the session.
  case wrongToken
  case readOnly
  /// The key is not one of the accepted keys.
  case wrongKey
  /// The service key is published, so it opens nothing.
  case publishedKey
  /// The one-use code is wrong, used, or older than a minute.
  case wrongCode
  /// Too many tries to sign in. The next one is admitted after so many seconds.
  case tooManyTries(retryAfter: Int)

  package var status: HTTPResponse.Status {
    switch self {
    case .foreignHost, .foreignOrigin, .unknownOrigin, .wrongToken, .readOnly: .forbidden
    case .methodNotAllowed: .methodNotAllowed
    case .noSession, .wrongKey, .publishedKey, .wrongCode: .unauthorized
    case .tooManyTries: .tooManyRequests
    }
  }

  /// The fault and advice, in a sentence or two.
  package var message: String {
    switch self {
    case .foreignHost:
      "The Host header is neither loopback nor one of [console] hosts. Open the console at 127.0.0.1, or add the name to the setting."
    case .foreignOrigin: "A page of another origin sent this request. Open the console itself."
    case .unknownOrigin:
      "The browser does not say which page sent this request. Open the console over HTTPS or at 127.0.0.1, in a browser that sends Sec-Fetch-Site: over plain HTTP to another machine no browser does."
    case .methodNotAllowed: "Method not allowed: use GET or POST."
    case .noSession: "There is no session, or it has ended. Sign in again."
    case .wrongToken: "The form is of another session. Load the page again, then repeat the action."
    case .readOnly: "This session only reads. Sign in with the service key to act."
    case .wrongKey: "This is not a key of this host. Present the service key, or run the command `console`."
    case .publishedKey:
      "The service key of the development secret is published, so it opens nothing. Run the command `console` on the host's machine."
    case .wrongCode: "The code is used, wrong, or older than a minute. Run the command `console` again."
    case .tooManyTries(let seconds):
      "Too many tries to sign in. Try again in \(seconds) seconds, or run the command `console`."
    }
  }

  /// The response in plain text, for requests that are no page's.
  package var response: Response {
    var response = Response.text(message + "\n", status: status)
    switch self {
    case .methodNotAllowed: response.headers[.allow] = "GET, HEAD, POST"
    case .tooManyTries(let seconds): response.headers[.retryAfter] = "\(seconds)"
    default: break
    }
    return response
  }
}
