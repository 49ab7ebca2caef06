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
  /// The rows in the plural: `jobs`.
  let items: String
  let actions: [Action]
  let view: PageView

  /// Nothing if the session may not act.
  var html: HTML {
    guard view.canAct, let first = actions.first else { return .empty }
    // Enter in a field submits a form by its first button. That one is disabled, so Enter in a row's checkbox does
    // nothing.
    return """
      <form id="selection" class="selection" method="post" action="\(section.path)/actions/\(first.name)">\
      \(ActionForm.hidden(section, view))<button disabled hidden></button><span data-selected>Selected rows:</span> \
      \(actions.map(control))</form>
      """
  }

  /// The button of an action. A dangerous one asks first; the script says how many rows are selected.
  private func control(_ action: Action) -> HTML {
    let button: HTML =
      "<button class=\"\(action.style.rawValue)\" formaction=\"\(section.path)/actions/\(action.name)\">\(action.label)</button>"
    guard action.style == .danger else { return button }
    return ActionForm.asked(
      action.label, action.style,
      "<div><p>\(action.label) <span data-count=\"\(items)\">the selected \(items)</span>?</p>\(button)</div>")
  }
}
