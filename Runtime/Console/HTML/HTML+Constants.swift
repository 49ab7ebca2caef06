extension HTML {
  /// No content.
  package static let empty: HTML = ""

  /// The place of the session's token in a form. The server replaces it when it sends the page, so that a rendered page
  /// belongs to no session. It has a NUL, which an escaped text never has.
  package static let sessionToken: HTML = "\u{0}session-token\u{0}"

  /// Replaces each placeholder of the session's token in a page or a region.
  ///
  /// - Parameter html: the text of an ``HTML``.
  package static func sent(_ html: String, token: String) -> String {
    var (sent, rest) = ("", html[...])
    // A NUL stands in such a place alone. Foundation's search takes half of the time of a page.
    while let begin = rest.utf8.firstIndex(of: 0) {
      sent += rest[..<begin]
      sent += token
      let length = sessionToken.text.utf8.count
      rest = rest[(rest.utf8.index(begin, offsetBy: length, limitedBy: rest.endIndex) ?? rest.endIndex)...]
    }
    return sent + rest
  }

  /// Whether there is no content.
  package var isEmpty: Bool { text.isEmpty }
}
