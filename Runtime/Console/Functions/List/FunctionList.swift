import Edge
import FoundationEssentials
import Host
import Workers

/// The list of functions.
struct FunctionList: Sendable {
  private let rows: [FunctionRow]
  private let view: PageView
  private let program: String
  /// Whether there are functions that the filter leaves out.
  private let isFiltered: Bool
  private let problems: [FilterProblem]

  init(_ rows: [FunctionRow], _ view: PageView, program: String) {
    let filter = FunctionFilter(view.filter)
    let wanted = rows.filter(filter.passes)
    problems = filter.problems
    self.rows = Self.sorted(wanted, by: view.sorting)
    self.view = view
    self.program = program
    isFiltered = wanted.count < rows.count
  }

  var html: HTML {
    let empty: HTML =
      isFiltered
      ? "No function passes the filter."
      : """
      The functions of this host would be here. Deploy a bundle: \
      <code>\(program) deploy my-functions .build/release/MyFunctions</code>
      """
    let table = DataTable(columns: Self.columns, rows: rows.map(row), empty: empty, view: view, label: "Functions")
    return "\(FilterProblem.note(problems))\(table.html)"
  }

  private static let columns: [DataTable.Column] = [
    .init("Function", sortKey: "name"), .init("Access", sortKey: "access"), .init("Policy", sortKey: "policy"),
    .init("Calls/min", .end, sortKey: "calls"), .init("Last hour"), .init("Errors", .end, sortKey: "errors"),
    .init("p50", .end, sortKey: "p50"), .init("p95", .end, sortKey: "p95"), .init("p99", .end, sortKey: "p99"),
    .init("In flight", .end, sortKey: "running"), .init("CPU/call", .end, sortKey: "cpu"),
    .init("Memory", .end, sortKey: "memory"), .init("Version since", sortKey: "version"),
    .init("State", sortKey: "state"),
  ]

  private func row(_ row: FunctionRow) -> DataTable.Row {
    let (function, hour) = (row.function, row.hour)
    let policy: HTML =
      function.home == nil ? "inline" : "\(row.policy) · \(Quantities.counted(row.workers.count, "worker"))"
    let version: HTML = function.home.map { "<code>\($0.version)</code> \(since(row.deployed))" } ?? "–"
    let calls = row.statistics?.minutes.map { Double($0.calls) } ?? []
    return DataTable.Row(
      key: function.name, link: Section.functions.path(function.name),
      cells: [
        "\(function.name)", "\(function.access.description)", policy,
        "\(Quantities.number(row.callsPerMinute))",
        hour == nil ? "–" : Sparkline(calls, label: "Calls of \(function.name) in each minute of the last hour").html,
        "\(row.errorRate.map(Quantities.percent) ?? "–")", Self.quantile(hour?.quantile(0.5)),
        Self.quantile(hour?.quantile(0.95)), Self.quantile(hour?.quantile(0.99)), "\(row.running)",
        Self.quantile(row.statistics?.cpuPerCall), "\(row.memory.map(Quantities.bytes) ?? "–")", version,
        row.state.badge.html,
      ])
  }

  private func since(_ date: Date?) -> HTML { date.map { Instant($0, now: view.now).html } ?? .empty }

  static func quantile(_ microseconds: Int?) -> HTML {
    microseconds.map { "\(Quantities.duration(seconds: Double($0) / 1e6))" } ?? "–"
  }
}
