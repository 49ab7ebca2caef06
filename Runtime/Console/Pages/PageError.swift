import HTTPTypes

/// The reason why a page or an action is refused. Its text is shown.
package enum PageError: Error, Sendable, Hashable {
  /// There is no such page, detail or action.
  case notFound
  /// A field of the form or of the filter is not valid; the text says which and why.
  case invalid(String)
  /// The form was another host's, or shows what is no longer so; the text says which. It is answered by a page of its
  /// own: another host may answer the request that a redirection leads to, and it does not have the message.
  case outdated(String)
  /// The request cannot be fulfilled now; the text names the reason and gives advice.
  case unavailable(String)

  package var message: String {
    switch self {
    case .notFound: "There is no such page or item. It may have been deleted since."
    case .invalid(let text), .outdated(let text), .unavailable(let text): text
    }
  }

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
