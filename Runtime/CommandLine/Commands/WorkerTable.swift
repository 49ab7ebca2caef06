import Workers

/// The tables of workers and of deaths.
struct WorkerTable {
  private let report: WorkerReport

  init(_ report: WorkerReport) { self.report = report }

  /// The workers, with the last death of each one's group.
  var workers: String {
    let table = Table(
      "WORKER", "PID", "BUNDLE", "GROUP", "STATE", "AGE", "IN FLIGHT", "SERVED", "MEMORY", "LAST DEATH",
      of: report.workers
    ) { worker in
      let death = report.deaths.last { $0.bundle == worker.bundle && $0.group == worker.group }
      return [
        "\(worker.worker)", worker.pid.map { "\($0)" } ?? "-", "\(Words.line(worker.bundle))@\(worker.version)",
        Words.line(worker.group), worker.state, Words.duration(milliseconds: Int64(worker.age * 1000)),
        "\(worker.inFlight)", "\(worker.served)", worker.memory.map { "\($0 >> 20) MB" } ?? "-",
        death.map { "\(Words.instant($0.at)) \($0.reason)" } ?? "-",
      ]
    }
    return table.text
  }

  /// The latest deaths, the latest first.
  func deaths(latest count: Int) -> String {
    let table = Table(
      "DIED", "WORKER", "BUNDLE", "GROUP", "FUNCTION", "REASON", "LOST CALLS", "LAST LINE",
      of: report.deaths.suffix(count).reversed()
    ) { death in
      [
        Words.instant(death.at), "\(death.worker)", "\(Words.line(death.bundle))@\(death.version)",
        Words.line(death.group), Words.line(death.function ?? "-"), Words.line(death.description),
        "\(death.lost.count)", Words.line(death.lines.last ?? "-"),
      ]
    }
    return table.text
  }
}
