import FoundationEssentials
import Jobs

extension SchedulesPage {
  /// The number of rows of the history on one page.
  private static let rows = 50

  /// A schedule with its next ticks, its policies and its history.
  func detail(of name: String, _ view: PageView) async throws -> PageContent {
    let details: JobCommand.ScheduleDetails = try await controls.callJobs("jobs_schedule", JobCommand.Name(name: name))
    let job = details.line.schedule
    return PageContent(
      title: "Schedule \(name)",
      regions: [
        Region(
          "schedule-facts",
          Panel(title: "\(name)", actions: actions(job, view), content: facts(details.line, view)).html),
        Region("schedule-ticks", Panel(title: "Next ten ticks", content: ticks(details, view)).html),
        Region("schedule-policies", Panel(title: "Policies", content: policies(details)).html),
        Region("schedule-history", Panel(title: "History", content: try await history(of: job, view)).html),
      ])
  }

  private func facts(_ line: JobCommand.ScheduleLine, _ view: PageView) -> HTML {
    let job = line.schedule
    var facts: [(HTML, HTML)] = [
      ("Schedule", "<code>\(job.schedule)</code> \(job.words)"), ("Zone", "\(job.timeZone)"),
      ("State", ScheduleBadge(job).html),
      ("Next", line.next.map { "\(Instant($0, now: view.now, zone: job.timeZone).html) \(job.nextRun ?? "")" } ?? "–"),
      ("Running", "\(job.running)"), ("Last 60 runs", bars(line)),
    ]
    if let last = job.last {
      facts.append(
        (
          "Last",
          "\(JobBadge.html(last)) \(Instant(last.finishedAt ?? last.scheduledAt, now: view.now, zone: job.timeZone).html) \(JobHostName(last.host).html)"
        ))
    }
    return Facts(facts).html
  }

  private func ticks(_ details: JobCommand.ScheduleDetails, _ view: PageView) -> HTML {
    let zone = details.line.schedule.timeZone
    let table = DataTable(
      columns: [.init("In"), .init("\(zone)"), .init("UTC"), .init("Change of the clocks before it")],
      rows: details.ticks.map { tick in
        .init(
          key: tick.local,
          cells: [
            Instant(tick.at, now: view.now, zone: zone).html, "<code>\(tick.local)</code>",
            "<code>\(Instant.exact(tick.at))</code>",
            tick.change.map { Badge(.warning, $0).html } ?? "",
          ])
      },
      empty: "It never fires again.", label: "Next ticks"
    ).html
    let job = details.line.schedule
    return !job.isEnabled || job.isPaused
      ? "<p class=\"note\">The schedule is \(ScheduleBadge(job).word): these ticks do not run.</p>\(table)" : table
  }

  private func policies(_ details: JobCommand.ScheduleDetails) -> HTML {
    let place = "[jobs.\(details.line.schedule.name)]"
    return DataTable(
      columns: [.init("Setting"), .init("Value"), .init("From")],
      rows: details.policies.map { policy in
        .init(
          key: policy.name,
          cells: [
            "<code>\(policy.name)</code>", "\(policy.value)",
            policy.isConfigured ? "the configuration, <code>\(place)</code>" : "the code",
          ])
      },
      empty: "", label: "Policies"
    ).html
  }

  /// The selections of the history: a name in the query, and its condition.
  private static let selections: [(name: String, label: HTML, set: @Sendable (inout JobCommand.RunSearch) -> Void)] = [
    ("all", "all", { _ in }), ("failed", "failed", { $0.outcome = "failed" }),
    ("manual", "manual", { $0.trigger = "manual" }),
    ("skipped", "skipped", { $0.outcome = "skipped" }), ("late", "late", { $0.isLate = true }),
  ]

  private func history(of job: JobStatus, _ view: PageView) async throws -> HTML {
    let chosen = Self.selections.first { $0.name == view.query["show"] } ?? Self.selections[0]
    var search = JobCommand.RunSearch()
    search.name = job.name
    search.before = view.query["before"].flatMap { Int64($0) }
    search.limit = Self.rows
    chosen.set(&search)
    let found: JobCommand.FoundRuns = try await controls.callJobs("jobs_runs", search)
    let links = Self.selections.map { selection -> HTML in
      let link = view.query.replacing(["show": selection.name, "before": nil]).link
      let current: HTML = selection.name == chosen.name ? " aria-current=\"true\"" : ""
      return "<a href=\"\(link)\"\(current)>\(selection.label)</a> "
    }
    let table = RunTable(
      runs: found.runs, empty: "No run yet. <code>swiftlet jobs run \(job.name)</code> starts one.", view: view,
      zone: job.timeZone, isOfOneFunction: true
    ).html
    return "<nav class=\"tabs\">\(links)</nav>\(table)\(Pager(before: found.next.map { "\($0)" }, view: view).html)"
  }
}
