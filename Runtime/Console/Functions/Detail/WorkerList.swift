import FoundationEssentials
import Workers

/// The workers of a function on all hosts, with the actions that end those of this host.
struct WorkerList: Sendable {
  private let workers: [HostValue<WorkerSummary>]
  private let deaths: [HostValue<DeathRecord>]
  private let isAlone: Bool
  private let view: PageView

  init(of home: FunctionDescription.Home?, _ answers: HostAnswers, _ view: PageView) {
    workers = answers.items { $0.workers?.workers.filter { $0.isOf(home) } }
    deaths = answers.items { $0.workers?.deaths.filter { $0.isOf(home) } }.sorted { $0.value.at < $1.value.at }
    isAlone = answers.isAlone
    self.view = view
  }

  var html: HTML {
    let table = DataTable(
      columns: [
        .init("Worker"), .init("Process", .end), .init("Version"), .init("Began"), .init("In flight", .end),
        .init("Served", .end), .init("Memory", .end), .init("State"), .init(""),
      ],
      rows: workers.map(row),
      empty: "No worker runs now: the next call starts one.", label: "Workers")
    return "\(table.html)\(deaths.isEmpty ? .empty : lastDeaths)"
  }

  private func row(_ item: HostValue<WorkerSummary>) -> DataTable.Row {
    let worker = item.value
    return DataTable.Row(
      key: HostColumn.key("\(worker.worker)", of: item),
      cells: [
        "\(worker.worker)", "\(worker.pid.map { "\($0)" } ?? "–")", "<code>\(worker.version)</code>",
        Instant.began(secondsAgo: worker.age, now: view.now).html, "\(worker.inFlight)", "\(worker.served)",
        "\(worker.memory.map(Quantities.bytes) ?? "–")", badge(worker.state).html,
        item.isOwn ? actions(worker, on: item.host) : "<small>Ended on its own host</small>",
      ], host: HostColumn.name(of: item, unless: isAlone))
  }

  private func actions(_ worker: WorkerSummary, on host: String) -> HTML {
    let fields = [Form.Field("worker", "\(worker.worker)"), Form.host(host)]
    return """
      \(ActionForm(section: .functions, action: "retire", fields: fields, label: "Retire", view: view).html) \
      \(ActionForm(
        section: .functions, action: "kill", fields: fields, label: "Kill", style: .danger,
        confirmation: .sentence("Kill worker \(worker.worker)? Its \(Quantities.counted(worker.inFlight, "call")) in flight fail."),
        view: view).html)
      """
  }

  private func badge(_ state: String) -> Badge {
    switch state {
    case "ready": Badge(.good, state)
    case "booting": Badge(.busy, state)
    default: Badge(.idle, state)
    }
  }

  /// The last ends of its workers that were not asked for.
  private var lastDeaths: HTML {
    DataTable(
      columns: [
        .init("Died"), .init("Worker"), .init("Version"), .init("Function"), .init("Reason"),
        .init("Calls lost", .end), .init("Last line"),
      ],
      rows: deaths.suffix(10).reversed().map { item in
        let death = item.value
        return DataTable.Row(
          key: HostColumn.key("\(death.worker)", of: item),
          cells: [
            Instant(death.at, now: view.now).html, "\(death.worker)", "<code>\(death.version)</code>",
            "\(death.function ?? "–")", "\(death.description)", "\(death.lost.count)", "\(death.lines.last ?? "–")",
          ], host: HostColumn.name(of: item, unless: isAlone))
      }, empty: .empty, label: "Deaths of workers"
    ).html
  }
}
