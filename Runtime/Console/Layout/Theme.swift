import Edge

/// The colours of the pages. The switch keeps the choice in a cookie, so that the first paint has them.
enum Theme: String, Sendable {
  case system
  case light, dark

  /// Reads the cookie of a request.
  init(_ fields: RequestFields) {
    self = fields.cookies(named: "console_theme").compactMap { Theme(rawValue: $0) }.first ?? .system
  }

  /// The attribute of the root element.
  var attribute: HTML {
    switch self {
    case .system: .empty
    case .light: " data-theme=\"light\""
    case .dark: " data-theme=\"dark\""
    }
  }
}
