import FoundationEssentials
import Jobs

/// The hosts that announced themselves on the database, with what each tells of itself.
struct HostsPanel {
  let hosts: [JobHost]
  /// The name of the host that serves the console.
  let own: String
  let now: Date

  var html: HTML {
    Panel(
      title: "Hosts",
      content: DataTable(
        columns: [
          .init("Host"), .init("State"), .init("Version"), .init("Since"), .init("Seen"), .init("Calls/s", .end),
          .init("In flight", .end), .init("Jobs", .end), .init("CPU", .end), .init("Memory", .end), .init("Lease"),
        ],
        rows: hosts.map(row),
        empty: """
          <p>Each host that serves this database is listed once it has announced itself.</p>\(Code("swiftlet serve").html)
          """, label: "Hosts of the database"
      ).html
    ).html
  }

  private func row(_ host: JobHost) -> DataTable.Row {
    let figures = host.figures
    return DataTable.Row(
      key: host.id,
      cells: [
        "\(host.id)\(if: host.id == own, " <small>this host</small>")",
        (host.isUp ? Badge(.good, "up") : Badge(.bad, "lost")).html, "\(figures?.version ?? "–")",
        Instant(host.startedAt, now: now).html, Instant(host.seenAt, now: now).html,
        "\(figures.map { Quantities.number($0.callsPerSecond) } ?? "–")",
        "\(figures.map { Quantities.count($0.inFlight) } ?? "–")", "\(Quantities.count(host.running))",
        // One processor is 100 %.
        "\(figures.map { Quantities.percent($0.processors) } ?? "–")",
        "\(figures?.memory.map(Quantities.bytes) ?? "–")", lease(host),
      ])
  }

  private func lease(_ host: JobHost) -> HTML {
    guard let end = host.leaseEnd else { return "–" }
    return host.isUp ? "ends \(Instant(end, now: now).html)" : "ended \(Instant(end, now: now).html)"
  }
}
