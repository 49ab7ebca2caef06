import FoundationEssentials
import Host
import Wire

/// One crash of a worker.
struct CrashDetail {
  /// The answers of the hosts about the crash: one of them had the worker.
  let answers: HostAnswers
  let view: PageView

  func regions() -> [Region] {
    guard let found = answers.values(\.death).first else {
      return [
        Region("hosts-note", HostsNote(answers).html),
        Region(
          "crash",
          Panel(
            title: "Crash", content: "<p>This crash is not in memory any more: the host keeps the newest ones only.</p>"
          ).html),
      ]
    }
    let death = found.value.record
    var facts: [(HTML, HTML)] = [
      ("Reason", "\(Badge(.bad, death.reason).html) \(death.description)"),
      ("Time", Instant(death.time, now: view.now).html),
      (
        "Function",
        death.function.map { function in
          "<a href=\"\(Section.invocations.path(filter: "function:\(function)"))\">\(function)</a>"
        } ?? "not known"
      ),
      ("Bundle", "\(death.bundle), group \(death.group)"), ("Version", "<code>\(death.version)</code>"),
      ("Worker", "\(death.worker), process \(death.pid)"), ("Age", "\(Quantities.duration(seconds: death.age))"),
      ("Calls served", "\(Quantities.count(death.served))"), ("Calls lost", "\(death.lost.count)"),
    ]
    if !answers.isAlone { facts.append(("Host", HostColumn.name(of: found))) }
    return [
      Region("hosts-note", HostsNote(answers).html),
      Region("crash", Panel(title: "\(CrashTable.message(death).prefix(300))", content: Facts(facts).html).html),
      Region("output", output(death)), Region("lost", lost(found.value)),
    ]
  }

  private func output(_ death: WorkerDeathRecord) -> HTML {
    let content: HTML =
      death.lines.isEmpty ? "<p>The worker wrote nothing.</p>" : Code(death.lines.joined(separator: "\n")).html
    return Panel(title: "The last lines of its standard error", content: content).html
  }

  private func lost(_ death: DeathWithCalls) -> HTML {
    let byID = Dictionary(death.calls.map { ($0.id, $0) }) { first, _ in first }
    let table = DataTable(
      columns: [.init("Call"), .init("What"), .init("Status")],
      rows: death.record.lost.map { id in
        let uuid = UUID(wire: id)
        let record = uuid.flatMap { byID[$0] }
        return DataTable.Row(
          key: id, link: uuid.map { Section.invocations.path($0.lowercased) },
          cells: [
            "<code>\(id)</code>", record.map(InvocationWords.target) ?? "not in memory any more",
            record.map(InvocationWords.status) ?? "–",
          ])
      }, empty: "<p>No call was lost.</p>", label: "Lost calls")
    return Panel(title: "Calls lost", content: table.html).html
  }
}
