import FoundationEssentials
import Jobs

/// A list of tries, and of ticks that did not run.
struct RunTable {
  let runs: [RunRecord]
  let empty: HTML
  let view: PageView
  /// The time zone of the schedule whose runs they are.
  var zone: String?
  /// Whether the column with the function's name is left out.
  var isOfOneFunction = false

  var html: HTML {
    var columns: [DataTable.Column] = [.init("Job", .end)]
    if !isOfOneFunction { columns.append(.init("Function")) }
    columns += [
      .init("Outcome"), .init("Trigger"), .init("Try", .end), .init("Due"), .init("Started"), .init("Took", .end),
      .init("Host"),
      .init("Error or reason"),
    ]
    return DataTable(columns: columns, rows: runs.map(row), empty: empty, label: "Tries").html
  }

  private func row(_ run: RunRecord) -> DataTable.Row {
    var cells: [HTML] = ["\(run.jobID.map { "\($0)" } ?? "–")"]
    if !isOfOneFunction { cells.append("\(run.name)") }
    cells += [
      JobBadge.html(run), trigger(run), run.attempt > 0 ? "\(run.attempt)" : "–", instant(run.scheduledAt),
      instant(run.startedAt), took(run), JobHostName(run.host).html, remarks(run),
    ]
    return DataTable.Row(
      key: run.id.map { "\($0)" } ?? "running-\(run.jobID ?? 0)-\(run.attempt)",
      link: run.jobID.map { Section.queue.path("\($0)") }, cells: cells)
  }

  private func instant(_ date: Date?) -> HTML { date.map { Instant($0, now: view.now, zone: zone).html } ?? "–" }

  private func trigger(_ run: RunRecord) -> HTML {
    run.isLate ? "\(run.trigger) \(Badge(.warning, "late").html)" : "\(run.trigger)"
  }

  private func took(_ run: RunRecord) -> HTML {
    run.milliseconds.map { "\(Quantities.duration(seconds: Double($0) / 1000))" } ?? "–"
  }

  private func remarks(_ run: RunRecord) -> HTML {
    let takenOver: HTML = run.takenOverFrom.map { "taken over from \(JobHostName($0).html) " } ?? .empty
    return "\(takenOver)\(ErrorLine(run.error).html)"
  }
}
