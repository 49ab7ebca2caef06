/// A number of an overview, with its course.
struct Tile: Sendable {
  let title: HTML
  let value: HTML
  /// A second, smaller text: the unit, or another number.
  var note = HTML.empty
  var sparkline: Sparkline?
  /// The path of the page with more about it.
  var link: String?

  var html: HTML {
    let name: HTML = link.map { "<a href=\"\($0)\">\(title)</a>" } ?? title
    return """
      <div class="tile"><h2>\(name)</h2><p class="value">\(value) <small>\(note)</small></p>\(sparkline?.html)</div>
      """
  }

  /// Tiles side by side.
  static func row(_ tiles: [Tile]) -> HTML { "<div class=\"tiles\">\(tiles.map(\.html))</div>" }
}
