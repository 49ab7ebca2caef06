import Edge
import FoundationEssentials
import Host
import Workers

/// The first page: the state of the hosts, their course over an hour, and what needs attention.
struct OverviewPage: Page {
  /// The most lines of a list.
  private static let most = 50

  let section = Section.overview
  private let sources: ConsoleSources
  private let reader: PictureReader

  init(_ sources: ConsoleSources) {
    self.sources = sources
    reader = PictureReader(sources.controls)
  }

  func content(of view: PageView) async throws -> PageContent {
    guard view.path.isEmpty else { throw PageError.notFound }
    let answers = await sources.hosts.ask([.figures(function: nil), .errors, .workers, .push(PushQuery(limit: 1))])
    let picture = await reader.picture(workers: answers[2], push: answers[3])
    let statistics = answers[0].statistics(now: view.now)
    let minutes = MinuteStatistics.totals(of: statistics)
    let tiles = OverviewTiles(
      minutes: minutes, recent: MinuteStatistics.sum(minutes.suffix(RecentRate.minutes)),
      rate: answers[0].rate(of: sources.host, now: view.now), picture: picture, now: view.now)
    let chart = StatusChart(minutes: minutes, marks: MinuteChart.Mark.deployments(of: picture.bundles))
    return PageContent(
      title: "Overview",
      regions: [
        Region("hosts-note", HostsNote(answers).html),
        Region("overview-strip", OverviewStrip(picture: picture, host: sources.host, now: view.now).html),
        Region("overview-tiles", tiles.html),
        Region("overview-attention", attention(picture, view)),
        Region("overview-calls", Panel(title: "Calls by class of status, with deployments", content: chart.html).html),
        Region("overview-errors", errors(answers[1].errorGroups, view)),
        Region("overview-deployments", deployments(picture.bundles, view)),
      ])
  }

  private func attention(_ picture: HostPicture, _ view: PageView) -> HTML {
    let items = AttentionRules(picture: picture, now: view.now).items
    let table = DataTable(
      columns: [.init("Needs attention"), .init("What it means"), .init("")],
      rows: items.prefix(Self.most).map { item in
        DataTable.Row(
          key: item.key, link: item.link,
          cells: [
            Badge(item.severity == .bad ? .bad : .warning, item.title).html, "\(item.detail)",
            "<a class=\"button\" href=\"\(item.link)\">\(item.linkTitle)</a>",
          ])
      },
      empty:
        "\(Badge(.good, "Nothing needs attention").html) Dead jobs, crash loops, late or paused jobs and stopped pushes would be here.",
      label: "What needs attention")
    let more: HTML = items.count > Self.most ? "<p>And \(items.count - Self.most) more.</p>" : .empty
    return Panel(title: "Needs attention", content: "\(table.html)\(more)").html
  }

  private func errors(_ groups: [ErrorGroup], _ view: PageView) -> HTML {
    let table = DataTable(
      columns: [
        .init("Message"), .init("Function"), .init("Status", .end), .init("Count", .end), .init("Last hour"),
        .init("Last"),
      ],
      rows: groups.prefix(10).map { row($0, view) },
      empty: "No errors since the host's start. Groups of equal errors would be here.", label: "Latest errors")
    return Panel(title: "Latest errors", content: table.html).html
  }

  private func row(_ group: ErrorGroup, _ view: PageView) -> DataTable.Row {
    let message = group.message.isEmpty ? "status \(group.status)" : String(group.message.prefix(200))
    let function = group.function.isEmpty ? "–" : group.function
    let status = group.status == 0 ? "–" : String(group.status)
    let course = Sparkline(
      group.series(now: view.now).map(Double.init), label: "Errors in each minute of the last hour", kind: .bad)
    let last = Instant(group.last, now: view.now)
    return DataTable.Row(
      key: group.id, link: Section.errors.path(group.id),
      cells: [
        "\(message)", "\(function)", "\(status)", "\(Quantities.count(group.count))", course.html, last.html,
      ])
  }

  private func deployments(_ standings: [BundleStanding], _ view: PageView) -> HTML {
    let deployed = standings.compactMap { standing in standing.deployedAt.map { (standing, $0) } }
      .sorted { $0.1 > $1.1 }
    let command: HTML = "<code>\(sources.functions.program) deploy my-functions .build/release/MyFunctions</code>"
    let table = DataTable(
      columns: [.init("Bundle"), .init("Version"), .init("Deployed"), .init("State")],
      rows: deployed.prefix(10).map { row($0.0, deployed: $0.1, view) },
      empty: "The deployments of bundles would be here: \(command)", label: "Deployments")
    return Panel(title: "Deployments", content: table.html).html
  }

  private func row(_ standing: BundleStanding, deployed: Date, _ view: PageView) -> DataTable.Row {
    DataTable.Row(
      key: "\(standing.bundle)/\(standing.digest)", link: standing.functionsLink,
      cells: [
        "\(standing.bundle)", "<code>\(BundleVersion.short(standing.digest))</code>",
        Instant(deployed, now: view.now).html, standing.badge.html,
      ])
  }
}
