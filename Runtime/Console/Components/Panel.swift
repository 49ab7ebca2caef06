/// A part of a page with a title.
struct Panel: Sendable {
  let title: HTML
  /// Buttons and links beside the title.
  var actions = HTML.empty
  let content: HTML

  var html: HTML {
    """
    <div class="panel"><header><h2>\(title)</h2>\(if: !actions.isEmpty, "<div class=\"actions\">\(actions)</div>")</header>\
    \(content)</div>
    """
  }
}
