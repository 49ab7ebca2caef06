import Foundation

@testable import Console

/// The elements of a rendered page, read as a browser would find them.
struct Markup {
  /// Texts that a page must show as they are.
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "</td></tr><svg onload=alert(1)>",
    "&lt;b&gt;", "javascript:alert(1)", "\u{0}session-token\u{0}", "\u{202E}txt.exe", "${{7*7}}", "<!--", "]]>",
  ]

  private static let allowed: Set<String> = [
    "a", "b", "button", "circle", "code", "dd", "details", "div", "dl", "dt", "form", "h2", "header", "input", "label",
    "li",
    "nav", "ol",
    "option", "p", "path", "polygon", "polyline", "pre", "rect", "select", "small", "span", "summary", "svg", "table",
    "tbody",
    "td", "th", "thead", "time", "title", "tr", "ul",
  ]

  let html: String

  init(_ content: PageContent) { html = content.regions.map(\.content.text).joined(separator: "\n") }

  /// The tags that no component writes, and the tags with a style or the handler of an event.
  var foreignTags: [Substring] {
    html.matches(of: /<(\/?)([a-zA-Z!\-0-9]*)([^<>]*)>?/).compactMap { match in
      let attributes = match.output.3.replacing(/"[^"]*"/, with: "\"\"")
      let isKnown = Self.allowed.contains(String(match.output.2))
      return isKnown && !attributes.contains(/\s(?:on[a-z]+|style)\s*=/) && !attributes.contains("'")
        ? nil : match.output.0
    }
  }

  /// The number of places in which the server writes the session's token.
  var tokenPlaces: Int { html.split(separator: HTML.sessionToken.text, omittingEmptySubsequences: false).count - 1 }
}

extension PageView {
  static func of(_ query: String = "", canAct: Bool = true, at now: Double = 1_772_366_400) -> PageView {
    PageView(path: [], query: Form(encoded: query), canAct: canAct, now: .init(timeIntervalSince1970: now))
  }
}
