import FoundationEssentials
import Jobs

extension SchedulesPage {
  /// The schedules that match the filter.
  func list(_ view: PageView) async throws -> PageContent {
    let lines: [JobCommand.ScheduleLine] = try await controls.callJobs("jobs_schedules")
    let words = view.filter.terms.map { $0.value.lowercased() }
    let matching = lines.filter { line in
      let text =
        "\(line.schedule.name) \(line.schedule.schedule) \(line.schedule.timeZone) \(ScheduleBadge(line.schedule).word)"
        .lowercased()
      return words.allSatisfy(text.contains)
    }
    let empty: HTML =
      lines.isEmpty
      ? "No job has a schedule. A <code>Job(\"name\", every: \"0 3 * * *\")</code> of the app appears here; <code>swiftlet jobs next \"0 3 * * *\"</code> tries an expression."
      : "No schedule matches."
    let table = DataTable(
      columns: [
        .init("Name", sortKey: "name"), .init("Schedule"), .init("Zone", sortKey: "zone"), .init("Last 60 runs"),
        .init("Last", sortKey: "last"), .init("Next", sortKey: "next"), .init("Running", .end, sortKey: "running"),
        .init("State", sortKey: "state"), .init(""),
      ],
      rows: sorted(matching, view).map { row($0, view) }, empty: empty, view: view, label: "Schedules"
    ).html
    let filter = FilterBar(
      section: .schedules, filter: view.filter, placeholder: "text of the name, the schedule, the zone or the state",
      hints: ["paused", "off"])
    return PageContent(
      title: "Schedules",
      regions: [Region("schedules-filter", filter.html), Region("schedules-list", table)])
  }

  private func sorted(_ lines: [JobCommand.ScheduleLine], _ view: PageView) -> [JobCommand.ScheduleLine] {
    guard let sorting = view.sorting else { return lines }
    func sort(by value: (JobCommand.ScheduleLine) -> (some Comparable)?) -> [JobCommand.ScheduleLine] {
      sorting.sorted(lines, by: value, then: { $0.schedule.name })
    }
    return switch sorting.key {
    case "zone": sort { $0.schedule.timeZone }
    case "last": sort { $0.schedule.last.map { $0.finishedAt ?? $0.scheduledAt } }
    case "next": sort { $0.next }
    case "running": sort { $0.schedule.running }
    case "state": sort { ScheduleBadge($0.schedule).word }
    default: sort { $0.schedule.name }
    }
  }

  private func row(_ line: JobCommand.ScheduleLine, _ view: PageView) -> DataTable.Row {
    let job = line.schedule
    return DataTable.Row(
      key: job.name, link: Section.schedules.path(job.name),
      cells: [
        "\(job.name)", "<code>\(job.schedule)</code> <small>\(job.words)</small>", "\(job.timeZone)", bars(line),
        last(job, view), line.next.map { Instant($0, now: view.now, zone: job.timeZone).html } ?? "–",
        "\(job.running)", ScheduleBadge(job).html, actions(job, view),
      ])
  }

  private func last(_ job: JobStatus, _ view: PageView) -> HTML {
    guard let run = job.last else { return "–" }
    let at = run.finishedAt ?? run.scheduledAt
    return "\(JobBadge.html(run)) \(Instant(at, now: view.now, zone: job.timeZone).html)"
  }

  /// The last runs as bars.
  func bars(_ line: JobCommand.ScheduleLine) -> HTML {
    guard !line.bars.isEmpty else { return "–" }
    let runs = line.bars.map { bar in
      let took = bar.milliseconds.map { ", \(Quantities.duration(seconds: Double($0) / 1000))" } ?? ""
      return RunBars.Run(
        outcome: JobBadge.kind(bar.outcome), seconds: bar.milliseconds.map { Double($0) / 1000 },
        title: "\(bar.outcome)\(bar.isManual ? " (manual)" : "")\(took), \(Instant.exact(bar.at))")
    }
    let failed = line.bars.count { JobBadge.kind($0.outcome) == .bad }
    return RunBars(runs, label: "The last \(runs.count) runs of \(line.schedule.name), \(failed) of them failed").html
  }

  func actions(_ job: JobStatus, _ view: PageView) -> HTML {
    let fields = [Form.Field("name", job.name)]
    let run = ActionForm(section: .schedules, action: "run", fields: fields, label: "Run now", view: view).html
    guard job.isEnabled else { return run }
    let pause = ActionForm(
      section: .schedules, action: job.isPaused ? "resume" : "pause", fields: fields,
      label: job.isPaused ? "Resume" : "Pause", view: view
    ).html
    return "\(run)\(pause)"
  }
}
