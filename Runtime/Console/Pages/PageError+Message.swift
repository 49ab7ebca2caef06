import HTTPTypes

extension PageError {
  /// The text that is shown.
  package var message: String {
    switch self {
    case .notFound: "There is no such page or item. It may have been deleted since."
    case .invalid(let text), .outdated(let text), .unavailable(let text): text
    }
  }

  /// The status of a page that shows it.
  var status: HTTPResponse.Status {
    switch self {
    case .notFound: .notFound
    case .invalid: .badRequest
    case .outdated: .conflict
    case .unavailable: .serviceUnavailable
    }
  }

  /// Whether an action that it has refused is answered with it, and not by a redirection to the page.
  var isAnsweredAtOnce: Bool {
    switch self {
    case .notFound, .outdated: true
    case .invalid, .unavailable: false
    }
  }
}
