import Host

/// The latest ends of workers that were not asked to end.
struct CrashTable {
  let view: PageView
  /// Whether there is one host: then its name is left out.
  let isOfOneHost: Bool

  func html(_ deaths: [HostValue<WorkerDeathRecord>]) -> HTML {
    let table = DataTable(
      columns: [
        .init("Time"), .init("Bundle"), .init("Function"), .init("Reason"), .init("Message"), .init("Version"),
        .init("Process", .end), .init("Age", .end), .init("Served", .end), .init("Calls lost", .end),
      ],
      rows: deaths.map(row),
      empty: "<p>No worker has crashed or exceeded a limit. <code>swiftlet workers list</code> shows the workers.</p>",
      label: "Crashes")
    return Panel(title: "Crashes of workers", content: table.html).html
  }

  private func row(_ item: HostValue<WorkerDeathRecord>) -> DataTable.Row {
    let death = item.value
    return DataTable.Row(
      key: HostColumn.key("\(death.sequence)", of: item),
      link: HostColumn.link(Section.errors.path("crash", "\(death.sequence)"), of: item),
      cells: [
        Instant(death.time, now: view.now).html, "\(death.bundle)", "\(death.function ?? "–")",
        Badge(.bad, death.reason).html, "<span class=\"message\">\(Self.message(death).prefix(300))</span>",
        "<code>\(death.version)</code>", "\(death.pid)", "\(Quantities.duration(seconds: death.age))",
        "\(Quantities.count(death.served))", "\(death.lost.count)",
      ], host: HostColumn.name(of: item, unless: isOfOneHost))
  }

  /// Swift's own message, such as `Fatal error: Index out of range`; the host's words if the worker wrote none.
  static func message(_ death: WorkerDeathRecord) -> String {
    death.lines.first { $0.contains("Fatal error") || $0.contains("fatalError") } ?? death.description
  }
}
