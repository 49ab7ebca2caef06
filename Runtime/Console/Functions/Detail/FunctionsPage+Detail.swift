import Edge
import FoundationEssentials
import Host
import OpenAPI
import Workers

extension FunctionsPage {
  func detail(_ name: String, _ view: PageView) async throws -> PageContent {
    guard let details = sources.functions.details(of: name) else { throw PageError.notFound }
    let calls = ListSelection(filter: "function:\"\(name)\"", limit: 10)
    let answers = await sources.hosts.ask([.figures(function: name), .workers, .invocations(calls)])
    let standings = await standings()
    let bundle = details.description.home?.bundle
    let versions = standings.filter { $0.bundle == bundle }
    let deployed = versions.first { $0.state == .serving }?.deployedAt
    let row = FunctionRow.all(
      [details.description], answers[0].statistics(now: view.now), answers[1].workerReport,
      deployments: bundle.flatMap { bundle in deployed.map { [bundle: $0] } } ?? [:],
      rate: answers[0].rate(of: sources.host, now: view.now))
    guard let row = row.first else { throw PageError.notFound }
    var regions = [
      Region("hosts-note", HostsNote(answers).html),
      Region("function-head", head(details, row, view)), Region("function-charts", charts(row, versions)),
      Region("function-invocations", invocations(of: name, answers[2], view)),
    ]
    if row.function.home != nil {
      let workers = WorkerList(of: row.function.home, answers[1], view)
      regions.append(Region("function-workers", Panel(title: "Workers", content: workers.html).html))
      regions.append(
        Region("function-versions", Panel(title: "Deployments", content: versionList(versions, view)).html))
    }
    regions.append(Region("function-settings", settings(details)))
    return PageContent(title: name, regions: regions)
  }

  private func head(_ details: FunctionDetails, _ row: FunctionRow, _ view: PageView) -> HTML {
    let (function, hour) = (details.description, row.hour)
    let quantiles = [0.5, 0.95, 0.99].map { "\(FunctionList.quantile(hour?.quantile($0))) " as HTML }
    var facts: [(HTML, HTML)] = [
      ("State", row.state.badge.html), ("Access", "\(function.access.description)"),
      ("Routes", HTML(function.routes.map { "<code>\($0)</code> " })),
      ("Calls/min", "\(Quantities.number(row.callsPerMinute))"),
      ("Errors of the last hour", "\(row.errorRate.map(Quantities.percent) ?? "–")"),
      ("p50, p95, p99", HTML(quantiles)), ("In flight", "\(row.running)"),
      ("CPU per call", FunctionList.quantile(row.statistics?.cpuPerCall)),
    ]
    if let home = function.home {
      facts.append(("Runs in", "bundle <code>\(home.bundle)</code>, group <code>\(home.group)</code>"))
      let since = row.deployed.map { Instant($0, now: view.now).html }
      facts.append(("Version", "<code>\(home.version)</code> \(since)"))
    } else {
      facts.append(("Runs in", "the host's process"))
    }
    if !function.missingSecrets.isEmpty {
      facts.append(("Secrets not set", "\(function.missingSecrets.joined(separator: ", "))"))
    }
    let summary: HTML = details.summary.map { "<p>\($0)</p>" } ?? .empty
    let content: HTML = "\(summary)\(Facts(facts).html)"
    return Panel(title: "\(function.name)", actions: links(function, view), content: content).html
  }

  private func links(_ function: FunctionDescription, _ view: PageView) -> HTML {
    func link(_ path: String, _ title: HTML) -> HTML { "<a class=\"button\" href=\"\(path)\">\(title)</a> " }
    let filter = "function:\(function.name)"
    let canInvoke = view.canAct && function.isEnabled
    return """
      \(if: canInvoke, link(Section.functions.path(function.name, "invoke"), "Invoke"))\
      \(link(Section.logs.path(filter: filter), "Logs"))\(link(Section.errors.path(filter: filter), "Errors"))
      """
  }

  private func charts(_ row: FunctionRow, _ versions: [BundleStanding]) -> HTML {
    guard let minutes = row.statistics?.minutes, row.hour != nil else {
      return Panel(
        title: "Last hour",
        content:
          "<div class=\"empty\">No calls in the last hour. Try <code>\(sources.functions.program) invoke \(row.function.name)</code></div>"
      ).html
    }
    let marks = MinuteChart.Mark.deployments(of: versions)
    return """
      \(Panel(title: "Calls by class of status", content: StatusChart(minutes: minutes, marks: marks).html).html)\
      \(Panel(title: "Latency, p50 to p95", content: LatencyChart(minutes: minutes, marks: marks).html).html)
      """
  }

  private func invocations(of name: String, _ answers: HostAnswers, _ view: PageView) -> HTML {
    let list = MergedList(answers.values(\.invocations), isAlone: answers.isAlone, limit: 10)
    let table = DataTable(
      columns: [
        .init("Time"), .init("Trigger"), .init("Status", .end), .init("Duration", .end), .init("Caller"),
        .init("Error"),
      ],
      rows: list.items.map { row($0, unless: answers.isAlone, view) },
      empty: "The latest calls would be here.", label: "Latest calls")
    let all: HTML = "<a class=\"button\" href=\"\(Section.invocations.path(filter: "function:\(name)"))\">All</a>"
    return Panel(title: "Latest calls", actions: all, content: table.html).html
  }

  private func row(
    _ item: HostValue<InvocationRecord>, unless isAlone: Bool, _ view: PageView
  ) -> DataTable.Row {
    let record = item.value
    let (id, caller) = (record.id.lowercased, record.shortUser ?? record.role ?? "–")
    let error = String((record.error ?? "").prefix(120))
    return DataTable.Row(
      key: id, link: Section.invocations.path(id),
      cells: [
        Instant(record.time, now: view.now).html, "\(record.trigger.rawValue)", "\(record.status)",
        FunctionList.quantile(record.microseconds), "\(caller)", "\(error)",
      ], host: HostColumn.name(of: item, unless: isAlone))
  }

  private func versionList(_ versions: [BundleStanding], _ view: PageView) -> HTML {
    DataTable(
      columns: [.init("Version"), .init("State"), .init("Deployed"), .init("Origin")],
      rows: versions.map { version in
        DataTable.Row(
          key: version.digest,
          cells: [
            "<code>\(BundleVersion.short(version.digest))</code>", version.badge.html,
            version.deployedAt.map { Instant($0, now: view.now).html } ?? "–", "\(version.origin)",
          ])
      },
      empty: "The versions of the bundle would be here.", label: "Versions"
    ).html
  }

  private func settings(_ details: FunctionDetails) -> HTML {
    let settings = DataTable(
      columns: [.init("Setting"), .init("Value"), .init("From")],
      rows: details.settings.map { DataTable.Row(key: $0.key, cells: ["\($0.key)", "\($0.value)", "\($0.from)"]) },
      empty: "The settings in force would be here.", label: "Settings in force")
    let secrets = DataTable(
      columns: [.init("Secret"), .init("State")],
      rows: details.secrets.map { secret in
        let badge =
          secret.isSet
          ? Badge(.good, "set") : secret.isOptional ? Badge(.idle, "not set, optional") : Badge(.bad, "not set")
        return DataTable.Row(key: secret.name, cells: ["\(secret.name)", badge.html])
      },
      empty: "The function sees no secrets.", label: "Secrets")
    return """
      \(Panel(title: "Settings in force", content: settings.html).html)\
      \(Panel(title: "Secrets, by name", content: secrets.html).html)
      """
  }
}

extension DeathRecord {
  /// Whether the worker ran the functions of a home, in any version of its bundle.
  func isOf(_ home: FunctionDescription.Home?) -> Bool { bundle == home?.bundle && group == home?.group }
}
