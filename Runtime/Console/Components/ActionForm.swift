/// A button that performs an action by a POST. It works without script.
package struct ActionForm: Sendable {
  /// How the button looks.
  package enum Style: Sendable { case plain, primary, danger }

  /// The question before the action.
  package enum Confirmation: Sendable, Hashable {
    case none
    /// The sentence is shown, with a second button.
    case sentence(String)
    /// The number of the changed items is to be typed. The server checks it, see ``Form/checkConfirmation()``.
    case count(Int)
  }

  private let section: Section
  private let action: String
  private let fields: [Form.Field]
  private let label: HTML
  private let style: Style
  private let confirmation: Confirmation
  private let view: PageView

  /// - Parameters:
  ///   - section: the page that performs the action.
  ///   - action: its name, the last part of its path: `retry` of `/console/queue/actions/retry`.
  ///   - fields: the fields that the form sends.
  package init(
    section: Section, action: String, fields: [Form.Field] = [], label: HTML, style: Style = .plain,
    confirmation: Confirmation = .none, view: PageView
  ) {
    self.section = section
    self.action = action
    self.fields = fields
    self.label = label
    self.style = style
    self.confirmation = confirmation
    self.view = view
  }

  /// Nothing if the session may not act.
  package var html: HTML {
    guard view.canAct else { return .empty }
    let button: HTML = "<button class=\"\(style.name)\">\(label)</button>"
    switch confirmation {
    case .none: return form(button)
    case .sentence(let sentence):
      return asked("<p>\(sentence)</p>\(button)")
    case .count(let count):
      return asked(
        """
        <p>This changes \(Quantities.count(count)) items. Type <b>\(count)</b> to confirm.</p>\
        <input type="hidden" name="expected" value="\(count)"><input name="confirm" inputmode="numeric" autocomplete="off" required \
        pattern="\(count)" size="8" aria-label="Type \(count) to confirm"> \(button)
        """)
    }
  }

  /// The hidden fields of each form: the session's token, and the page to return to.
  static func hidden(_ section: Section, _ view: PageView) -> HTML {
    """
    <input type="hidden" name="\(SessionGate.tokenField)" value="\(HTML.sessionToken)"><input type="hidden" name="next" value="\(view.link(in: section))">
    """
  }

  private func form(_ content: HTML) -> HTML {
    """
    <form class="action" method="post" action="\(section.path)/actions/\(action)">\(Self.hidden(section, view))\
    \(fields.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as HTML })\(content)</form>
    """
  }

  private func asked(_ content: HTML) -> HTML {
    "<details class=\"ask\"><summary class=\"button \(style.name)\">\(label)</summary>\(form(content))</details>"
  }
}

extension ActionForm.Style {
  var name: HTML {
    switch self {
    case .plain: "plain"
    case .primary: "primary"
    case .danger: "danger"
    }
  }
}
