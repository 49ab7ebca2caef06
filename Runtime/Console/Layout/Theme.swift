import Edge
import HTTPTypes

/// The colours of the pages. The switch keeps the choice in a cookie, so that the first paint has them.
enum Theme: String, Sendable {
  /// As the system has them.
  case system
  case light, dark

  /// Reads the cookie of a request.
  init(_ fields: RequestFields) {
    let values = fields.values(.cookie).flatMap { $0.split(separator: ";") }.compactMap { pair -> Theme? in
      let pair = pair.drop { $0 == " " }
      return pair.hasPrefix("console_theme=") ? Theme(rawValue: String(pair.dropFirst(14))) : nil
    }
    self = values.first ?? .system
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
