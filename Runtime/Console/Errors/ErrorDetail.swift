import Host
import Wire

/// One group of errors.
struct ErrorDetail {
  /// The answers of the hosts about its failed calls.
  let answers: HostAnswers
  let view: PageView
  let group: ErrorGroup
  let standing: ResolvedErrors.Standing

  /// The most failed calls.
  private static let most = 20

  /// The failed calls that the page shows of a group.
  static func selection(of group: ErrorGroup) -> ListSelection {
    let status = group.status == 0 ? "" : " status:\(group.status)"
    return ListSelection(filter: "function:\"\(group.function)\"\(status)", isOfErrors: true, limit: most)
  }

  func regions() -> [Region] {
    var regions = [Region("hosts-note", HostsNote(answers).html), Region("head", head), Region("example", example)]
    if !group.function.isEmpty { regions.append(Region("calls", calls)) }
    return regions
  }

  private var head: HTML {
    let filter = group.function.isEmpty ? "" : "function:\(group.function) "
    let series = group.series(now: view.now)
    let facts: [(HTML, HTML)] = [
      ("State", ErrorWords.standing(standing)),
      (
        "Function",
        "<a href=\"\(Section.invocations.path(filter: "\(filter)status:5xx"))\">\(ErrorWords.function(group))</a>"
      ),
      ("Kind", "\(ErrorWords.kind(group.kind))"),
      ("Status", ErrorWords.status(group)),
      ("First", Instant(group.first, now: view.now).html),
      ("Last", Instant(group.last, now: view.now).html),
      ("Count", "\(Quantities.count(group.count)), \(Quantities.count(series.reduce(0, +))) in the last hour"),
      ("Last hour", Sparkline(series.map(Double.init), label: "Errors by minute in the last hour", kind: .bad).html),
      ("Versions", group.versions.isEmpty ? "the host's" : "<code>\(group.versions.joined(separator: " "))</code>"),
      ("Calls lost", group.kind == .crash ? "\(group.lost)" : "–"),
    ]
    return Panel(
      title: "\(group.message.isEmpty ? "Without a text" : group.message)", actions: actions, content: Facts(facts).html
    ).html
  }

  private var actions: HTML {
    let fields = [Form.Field("id", group.id)]
    let resolve = ActionForm(
      section: .errors, action: "resolve", fields: fields, label: "Resolved in the served version", style: .primary,
      view: view)
    let reopen = ActionForm(section: .errors, action: "reopen", fields: fields, label: "Reopen", view: view)
    return switch standing {
    case .open: resolve.html
    case .resolved: reopen.html
    case .returned: "\(resolve.html)\(reopen.html)"
    }
  }

  private var example: HTML {
    Panel(
      title: "The last one",
      content: """
        <p>Call: \(ErrorList.example(group))</p>\(Code(group.exampleText.isEmpty ? "The error has no text." : group.exampleText).html)
        """
    ).html
  }

  /// The latest failed calls of the function with this status.
  private var calls: HTML {
    let list = MergedList(answers.values(\.invocations), isAlone: answers.isAlone, limit: Self.most)
    let table = DataTable(
      columns: [
        .init("Time"), .init("Call"), .init("Status"), .init("Duration", .end), .init("Caller"), .init("Error"),
      ],
      rows: list.items.map { item in
        let record = item.value
        return DataTable.Row(
          key: HostColumn.key("\(record.sequence)", of: item), link: Section.invocations.path(record.id.lowercased),
          cells: [
            Instant(record.time, now: view.now).html, InvocationWords.target(record), InvocationWords.status(record),
            "\(InvocationWords.duration(record.microseconds))", InvocationWords.caller(record),
            "<span class=\"message\">\((record.error ?? "–").prefix(300))</span>",
          ], host: HostColumn.name(of: item, unless: answers.isAlone))
      }, empty: "<p>None of its failed calls is in memory any more.</p>", label: "Failed calls")
    return Panel(title: "Failed calls of \(ErrorWords.function(group))", content: table.html).html
  }
}
