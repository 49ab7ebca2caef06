/// A part of a page with a title.
package struct Panel: Sendable {
  private let title: HTML
  private let actions: HTML
  private let content: HTML

  /// - Parameter actions: buttons and links beside the title.
  package init(title: HTML, actions: HTML = .empty, content: HTML) {
    self.title = title
    self.actions = actions
    self.content = content
  }

  package var html: HTML {
    """
    <div class="panel"><header><h2>\(title)</h2>\(if: !actions.isEmpty, "<div class=\"actions\">\(actions)</div>")</header>\
    \(content)</div>
    """
  }
}
