import Foundation
import Testing

@testable import Console

@Suite struct ActionFormTests {
  private func view(canAct: Bool = true) -> PageView {
    PageView(
      path: ["4 2"], query: Form([.init("q", "a&b")]), canAct: canAct, now: Date(timeIntervalSince1970: 0),
      section: .overview)
  }

  @Test func aFormSendsItsFieldsTheTokenAndThePageToReturnTo() {
    let form = ActionForm(section: .queue, action: "retry", fields: [.init("id", "<7>")], label: "Retry", view: view())
    #expect(form.html.text.contains("action=\"/console/queue/actions/retry\""))
    #expect(form.html.text.contains("name=\"id\" value=\"&lt;7&gt;\""))
    #expect(form.html.text.contains("name=\"\(SessionGate.tokenField)\" value=\"\u{0}session-token\u{0}\""))
    #expect(form.html.text.contains("name=\"next\" value=\"/console/overview/4%202?q=a%26b\""))
  }

  @Test func aReaderSeesNoForm() {
    #expect(ActionForm(section: .queue, action: "retry", label: "Retry", view: view(canAct: false)).html.isEmpty)
  }

  @Test func aDangerousActionOnSelectedRowsAsksFirst() throws {
    let bar = SelectionBar(
      section: .queue, items: "jobs",
      actions: [.init("retry", label: "Retry"), .init("delete", label: "Delete", style: .danger)], view: view()
    ).html.text
    let parts = bar.components(separatedBy: "<details class=\"ask\">")
    #expect(parts.count == 2)
    #expect(parts[0].contains("formaction=\"/console/queue/actions/retry\""))
    #expect(parts[1].contains("Delete <span data-count=\"jobs\">the selected jobs</span>?"))
    #expect(parts[1].contains("formaction=\"/console/queue/actions/delete\""))
    // The first button is what Enter in a checkbox presses.
    let first = try #require(parts[0].firstRange(of: "<button"))
    #expect(parts[0][first.lowerBound...].hasPrefix("<button disabled hidden>"))
  }

  @Test func aNumberIsToBeTyped() throws {
    let form = ActionForm(
      section: .queue, action: "discard", label: "Discard", confirmation: .count(5000), view: view())
    #expect(form.html.text.contains("name=\"expected\" value=\"5000\""))
    #expect(throws: PageError.invalid("Type the number 5000 to confirm")) {
      try Form([.init("expected", "5000"), .init("confirm", "500")]).checkConfirmation()
    }
    #expect(throws: PageError.self) { try Form([.init("expected", "5000")]).checkConfirmation() }
    try Form([.init("expected", "5000"), .init("confirm", " 5000 ")]).checkConfirmation()
    try Form().checkConfirmation()
  }
}
