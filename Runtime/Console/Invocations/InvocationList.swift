import Host
import Wire

/// The list of invocations.
struct InvocationList {
  /// The most rows of a page.
  static let limit = 100

  let answers: HostAnswers
  let view: PageView
  /// The start of the host's URLs.
  let url: String

  func regions() -> [Region] {
    let filter = InvocationFilter(view.filter, now: view.now)
    let (records, next) = select()
    let bar = FilterBar(
      section: .invocations, filter: view.filter,
      placeholder: "function:like status:5xx trigger:cron caller: id: trace: min:200ms since:1h host: text",
      hints: ["status:5xx", "status:429", "trigger:cron", "min:200ms", "since:15m"],
      keeping: view.query.values(of: "sort").prefix(1).map { Form.Field("sort", $0) })
    let isSorted = InvocationOrder(view.query["sort"]) != nil
    return [
      Region("hosts-note", HostsNote(answers).html),
      Region("filter", "\(bar.html)\(FilterProblem.note(filter.problems))"),
      Region("list", table(records)),
      Region("pager", "\(isSorted ? sortNote : .empty)\(Pager(before: next, view: view).html)"),
    ]
  }

  private var sortNote: HTML {
    """
    <p class="note">Ordered among the newest \(InvocationOrder.among) matches\(if: !answers.isAlone, " of each host") \
    <a href="\(view.query.replacing(["sort": nil]).link)">Order by time</a></p>
    """
  }

  // MARK: Selection

  /// The selection for which the list asks each host.
  static func selection(of view: PageView) -> ListSelection {
    ListSelection(
      filter: view.filter.text, before: view.query["before"].flatMap { ListBounds($0) }, order: view.query["sort"],
      limit: limit)
  }

  /// The calls of the page, and the end of the page.
  private func select() -> ([HostValue<InvocationRecord>], String?) {
    guard let order = InvocationOrder(view.query["sort"]) else {
      let list = MergedList(answers.values(\.invocations), isAlone: answers.isAlone, limit: Self.limit)
      return (list.items, list.end?.text)
    }
    let items = answers.items { $0.invocations?.records }
    return (Array(order.sorted(items).prefix(Self.limit)), nil)
  }

  // MARK: Table

  private func table(_ records: [HostValue<InvocationRecord>]) -> HTML {
    DataTable(
      columns: [
        .init("Time"), .init("Function", sortKey: "function"), .init("Trigger"), .init("Call"),
        .init("Status", sortKey: "status"), .init("Duration", .end, sortKey: "duration"),
        .init("CPU", .end, sortKey: "cpu"), .init("Caller"), .init("Worker"), .init("Id"),
      ],
      rows: records.map(row), empty: empty, view: view, label: "Invocations"
    ).html
  }

  private func row(_ item: HostValue<InvocationRecord>) -> DataTable.Row {
    let record = item.value
    return DataTable.Row(
      key: HostColumn.key("\(record.sequence)", of: item), link: Section.invocations.path(record.id.lowercased),
      cells: [
        Instant(record.time, now: view.now).html, InvocationWords.function(record), "\(record.trigger.rawValue)",
        InvocationWords.target(record), InvocationWords.status(record),
        InvocationWords.bar(record.microseconds, record.isError ? .bad : .busy),
        record.timing.cpu.map { "\(InvocationWords.duration($0))" } ?? "–", InvocationWords.caller(record),
        record.worker.map { "\($0)" } ?? "in process",
        "<code title=\"\(record.id.lowercased)\">\(InvocationWords.short(record.id))</code>",
      ], host: HostColumn.name(of: item, unless: answers.isAlone))
  }

  private var empty: HTML {
    guard view.filter.terms.isEmpty, view.query["before"] == nil else {
      return
        "<p>No call in memory matches the filter.</p><p><a href=\"\(Section.invocations.path)\">Show all calls</a></p>"
    }
    return """
      <p>Each call of a function appears here, also a refused one, and each run of a job.</p>\
      <p><code>swiftlet functions</code> lists the names. Call one: <code>curl -i \(url)/functions/v1/NAME</code></p>
      """
  }
}
