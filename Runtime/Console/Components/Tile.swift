/// A number of an overview, with its course.
package struct Tile: Sendable {
  private let title: HTML
  private let value: HTML
  private let note: HTML
  private let sparkline: Sparkline?
  private let link: String?

  /// - Parameters:
  ///   - note: a second, smaller text: the unit, or another number.
  ///   - link: the path of the page with more about it.
  package init(title: HTML, value: HTML, note: HTML = .empty, sparkline: Sparkline? = nil, link: String? = nil) {
    self.title = title
    self.value = value
    self.note = note
    self.sparkline = sparkline
    self.link = link
  }

  package var html: HTML {
    let name: HTML = link.map { "<a href=\"\($0)\">\(title)</a>" } ?? title
    return """
      <div class="tile"><h2>\(name)</h2><p class="value">\(value) <small>\(note)</small></p>\(sparkline?.html)</div>
      """
  }

  /// Tiles side by side.
  package static func row(_ tiles: [Tile]) -> HTML { "<div class=\"tiles\">\(tiles.map(\.html))</div>" }
}
