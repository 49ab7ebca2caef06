import Foundation
import Testing

@testable import Console

@Suite struct DataTableTests {
  private func view(_ query: String, canAct: Bool = true) -> PageView {
    PageView(
      path: [], query: Form(encoded: query), canAct: canAct, now: Date(timeIntervalSince1970: 0), section: .queue)
  }

  @Test func aHostileTextIsText() {
    let table = DataTable(
      columns: [.init("Name")],
      rows: [
        .init(key: "\"><script>", link: "/console/queue?\"><b>", cells: ["\("<img onerror=x>")"], selectable: "'\"")
      ],
      empty: "nothing")
    #expect(!table.html.text.contains("<script"))
    #expect(!table.html.text.contains("<img"))
    #expect(!table.html.text.contains("<b>"))
  }

  @Test func anEmptyListSaysWhatWouldBeThere() {
    let table = DataTable(columns: [.init("Name")], rows: [], empty: "No jobs yet")
    #expect(table.html.text == "<div class=\"empty\">No jobs yet</div>")
  }

  @Test func aListIsScrolledByKeys() {
    let rows = [DataTable.Row(key: "a", cells: ["a"])]
    let html = { DataTable(columns: [.init("Name")], rows: rows, empty: "", label: $0).html.text }
    #expect(html("Jobs").contains("<div class=\"list\" tabindex=\"0\" role=\"region\" aria-label=\"Jobs\">"))
    #expect(html("").contains("<div class=\"list\">"))
  }

  @Test func theHeadOfTheOrderTurnsItAndKeepsTheFilter() {
    let columns = [DataTable.Column("Name", sortKey: "name"), DataTable.Column("Count", .end, sortKey: "count")]
    let rows = [DataTable.Row(key: "a", cells: ["a", "1"])]
    let html = DataTable(columns: columns, rows: rows, empty: "", view: view("q=x%26y&sort=-count&before=7")).html.text
    #expect(html.contains("href=\"?q=x%26y&amp;sort=name\""))
    #expect(html.contains("aria-sort=\"descending\"><a href=\"?q=x%26y&amp;sort=count\""))
  }

  @Test func rowsAreSelectableOnlyForThoseWhoAct() {
    let rows = [DataTable.Row(key: "a", cells: ["a"], selectable: "7")]
    let table = {
      DataTable(columns: [.init("Name")], rows: rows, empty: "", view: self.view("", canAct: $0)).html.text
    }
    #expect(table(true).contains("name=\"id\" value=\"7\" form=\"selection\""))
    #expect(!table(false).contains("checkbox"))
  }
}
