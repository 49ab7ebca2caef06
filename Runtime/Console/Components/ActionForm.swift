/// A button that performs an action by a POST. It works without script.
struct ActionForm: Sendable {
  /// How the button looks.
  enum Style: String { case plain, primary, danger }

  /// The question before the action.
  enum Confirmation: Sendable, Hashable {
    case none
    /// The sentence is shown, with a second button.
    case sentence(String)
    /// The number of the changed items is to be typed. The server checks it, see ``Form/checkConfirmation()``.
    case count(Int)
  }

  /// The page that performs the action.
  let section: Section
  /// The last part of the action's path: `retry` of `/console/queue/actions/retry`.
  let action: String
  /// The hidden fields that the form sends.
  var fields: [Form.Field] = []
  let label: HTML
  var style = Style.plain
  var confirmation = Confirmation.none
  let view: PageView

  /// Nothing if the session may not act.
  var html: HTML {
    guard view.canAct else { return .empty }
    let button: HTML = "<button class=\"\(style.rawValue)\">\(label)</button>"
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

  private func asked(_ content: HTML) -> HTML { Self.asked(label, style, form(content)) }

  /// A button that opens a question.
  static func asked(_ label: HTML, _ style: Style, _ question: HTML) -> HTML {
    "<details class=\"ask\"><summary class=\"button \(style.rawValue)\">\(label)</summary>\(question)</details>"
  }
}
