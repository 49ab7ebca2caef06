import Host
import Wire

/// The list of groups of errors, and the latest crashes.
struct ErrorList {
  /// The most groups of a page.
  private static let limit = 200

  /// The groups of errors that the hosts have; ``deaths`` has the deaths of workers.
  let errors: HostAnswers
  let deaths: HostAnswers
  let resolved: ResolvedErrors
  let view: PageView

  func regions() -> [Region] {
    let filter = ErrorFilter(view.filter, now: view.now)
    let all = errors.errorGroups.map { (group: $0, standing: resolved.standing(of: $0)) }
    let wanted = all.filter { filter.matches($0.group, isResolved: $0.standing.isResolved) }
    let matching = Array(sorted(wanted).prefix(Self.limit))
    let bar = FilterBar(
      section: .errors, filter: view.filter,
      placeholder: "function:like kind:crash status:500 version: state:all since:1h host: text",
      hints: ["kind:call", "kind:job", "kind:crash", "status:500", "state:resolved", "state:all"],
      keeping: view.query.values(of: "sort").prefix(1).map { Form.Field("sort", $0) })
    let hidden = all.count { $0.standing.isResolved }
    return [
      Region("hosts-note", HostsNote(errors, deaths).html),
      Region("filter", "\(bar.html)\(FilterProblem.note(filter.problems))"),
      Region("list", "\(table(matching, hidden: hidden))\(actions(matching.map(\.standing)))"),
      Region(
        "crashes", CrashTable(view: view, isOfOneHost: deaths.isAlone).html(deaths.newest(50, \.deaths, at: \.time))),
    ]
  }

  // MARK: Order

  private typealias Listed = (group: ErrorGroup, standing: ResolvedErrors.Standing)

  private func sorted(_ groups: [Listed]) -> [Listed] {
    guard let sorting = view.sorting else { return groups }
    func sort(by value: (ErrorGroup) -> (some Comparable)?) -> [Listed] {
      sorting.sorted(groups, by: { value($0.group) }, then: { $0.group.id })
    }
    return switch sorting.key {
    case "first": sort { $0.first }
    case "last": sort { $0.last }
    case "count": sort { $0.count }
    case "function": sort { $0.function }
    case "status": sort { $0.status }
    default: groups
    }
  }

  // MARK: Table

  private func table(_ groups: [Listed], hidden: Int) -> HTML {
    DataTable(
      columns: [
        .init("Message"), .init("Function", sortKey: "function"), .init("Kind"), .init("First", sortKey: "first"),
        .init("Last", sortKey: "last"), .init("Count", .end, sortKey: "count"), .init("Last hour"),
        .init("Status", sortKey: "status"), .init("Version"), .init("Example"), .init("State"),
      ],
      rows: groups.map(row), empty: empty(hidden: hidden), view: view, label: "Errors"
    ).html
  }

  private func row(_ listed: Listed) -> DataTable.Row {
    let group = listed.group
    return DataTable.Row(
      key: group.id, link: Section.errors.path(group.id),
      cells: [
        "<span class=\"message\">\(group.message.isEmpty ? "without a text" : group.message)</span>",
        ErrorWords.function(group), "\(ErrorWords.kind(group.kind))", Instant(group.first, now: view.now).html,
        Instant(group.last, now: view.now).html, "\(Quantities.count(group.count))",
        Sparkline(group.series(now: view.now).map(Double.init), label: "Errors by minute in the last hour", kind: .bad)
          .html,
        ErrorWords.status(group), ErrorWords.version(group), Self.example(group), ErrorWords.standing(listed.standing),
      ], selectable: group.id)
  }

  /// The link to the call of the last error.
  static func example(_ group: ErrorGroup) -> HTML {
    guard let id = group.example else { return "–" }
    return "<a href=\"\(Section.invocations.path(id.lowercased))\"><code>\(InvocationWords.short(id))</code></a>"
  }

  private func actions(_ standings: [ResolvedErrors.Standing]) -> HTML {
    guard !standings.isEmpty else { return .empty }
    var actions: [SelectionBar.Action] = []
    if standings.contains(where: { !$0.isResolved }) {
      actions.append(.init("resolve", label: "Mark as resolved in the served version"))
    }
    if standings.contains(where: { $0 != .open }) { actions.append(.init("reopen", label: "Reopen")) }
    return SelectionBar(section: .errors, items: "errors", actions: actions, view: view).html
  }

  private func empty(hidden: Int) -> HTML {
    if !view.filter.terms.isEmpty {
      return
        "<p>No group of errors matches the filter.</p><p><a href=\"\(Section.errors.path)\">Show all open ones</a></p>"
    }
    let resolved: HTML =
      hidden == 0
      ? .empty
      : "<p><a href=\"\(Section.errors.path(filter: "state:resolved"))\">\(Quantities.counted(hidden, "resolved group"))</a></p>"
    return """
      <p>No errors since the host began.</p><p>Failed calls and jobs, errors that functions log, and crashes of workers appear here, \
      grouped by function and message. <code>swiftlet logs --follow --level error</code> shows them in a terminal.</p>\(resolved)
      """
  }
}

extension ResolvedErrors.Standing {
  /// Whether the group is marked and has not come back.
  var isResolved: Bool {
    if case .resolved = self { true } else { false }
  }
}
