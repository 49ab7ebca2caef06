/// The actions on the selected rows of a ``DataTable``. The selected values are sent as `id`.
struct SelectionBar: Sendable {
  struct Action: Sendable {
    let name: String
    let label: HTML
    let style: ActionForm.Style

    /// - Parameter name: the last part of its path: `retry` of `/console/queue/actions/retry`.
    init(_ name: String, label: HTML, style: ActionForm.Style = .plain) {
      self.name = name
      self.label = label
      self.style = style
    }
  }

  let section: Section
  let actions: [Action]
  let view: PageView

  /// Nothing if the session may not act.
  var html: HTML {
    guard view.canAct, let first = actions.first else { return .empty }
    let buttons = actions.map { action -> HTML in
      "<button class=\"\(action.style.rawValue)\" formaction=\"\(section.path)/actions/\(action.name)\">\(action.label)</button>"
    }
    return """
      <form id="selection" class="selection" method="post" action="\(section.path)/actions/\(first.name)">\
      \(ActionForm.hidden(section, view))<span data-selected>Selected rows:</span> \(buttons)</form>
      """
  }
}
