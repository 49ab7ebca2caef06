import Edge
import FoundationEssentials
import Jobs

extension QueuePage {
  /// The counts by function, and the jobs that match the filter.
  func list(_ view: PageView) async throws -> PageContent {
    let filter: QueueFilter
    switch Self.filter(of: view) {
    case .success(let read): filter = read
    case .failure(.invalid(let reason)):
      return PageContent(
        title: "Queue",
        regions: [
          Region("queue-filter", filterBar(view)), Region("queue-jobs", "<p class=\"note\">\(reason)</p>"),
        ])
    case .failure(let error): throw error
    }
    let progress: [JobCommand.BulkProgress] = try await controls.callJobs("jobs_bulk_progress")
    let before = view.query["before"].flatMap { Int64($0) }
    var regions = [Region("queue-progress", BulkProgressTable(progress, now: view.now).html)]
    if filter.isEmpty, before == nil {
      regions.append(Region("queue-functions", try await functions(view)))
    }
    regions.append(Region("queue-filter", filterBar(view)))
    let jobs = filter.isEnded ? try await endedJobs(filter, before, view) : try await queuedJobs(filter, before, view)
    regions.append(Region("queue-jobs", jobs))
    return PageContent(title: "Queue", regions: regions)
  }

  /// The counts by function. Of a queue so large that counting takes long, the first page says so and shows the jobs.
  private func functions(_ view: PageView) async throws -> HTML {
    do {
      let counts: QueueCounts = try await controls.callJobs("jobs_counts")
      return FunctionTable(counts: counts, view: view).html
    } catch let error as FunctionError where error.status.code == 503 {
      return Panel(title: "Functions", content: "<p class=\"note\">\(error.message).</p>").html
    }
  }

  private static func filter(of view: PageView) -> Result<QueueFilter, PageError> {
    Result { () throws(PageError) in try QueueFilter(view.filter, now: view.now) }
  }

  private func filterBar(_ view: PageView) -> HTML {
    FilterBar(
      section: .queue, filter: view.filter,
      placeholder: "text of the input, or function: state: id: key: host: error: since:",
      hints: ["state:dead", "state:retrying", "state:running", "state:scheduled", "state:failed", "since:1h"]
    ).html
  }

  private func queuedJobs(_ filter: QueueFilter, _ before: Int64?, _ view: PageView) async throws -> HTML {
    let found: JobCommand.Found = try await controls.callJobs(
      "jobs_search", filter.search(before: before, limit: Self.rows))
    let empty: HTML =
      found.next != nil
      ? "No job matches so far. The search goes on with older jobs."
      : filter.isEmpty
        ? "The queue is empty. A function puts a job into it with <code>context.jobs.enqueue</code>, a person with <code>swiftlet jobs enqueue</code>."
        : "No job in the queue matches. Jobs that have ended are found with a state such as <code>state:completed</code>."
    let table = JobTable(jobs: found.jobs, empty: empty, view: view).html
    var selection = HTML.empty
    if !found.jobs.isEmpty {
      selection =
        SelectionBar(
          section: .queue, items: "jobs",
          actions: JobCommand.Action.allCases.map { .init($0.path, label: "\($0.title)", style: $0.style) }, view: view
        ).html
    }
    return """
      \(allActions(filter, view))\(selection)\(table)\(pager(found.next, count: found.jobs.count, view))
      """
  }

  /// The links to the actions on all jobs that match.
  private func allActions(_ filter: QueueFilter, _ view: PageView) -> HTML {
    guard view.canAct, !filter.isEmpty else { return .empty }
    let links = JobCommand.Action.allCases.compactMap { action -> HTML? in
      guard let _ = try? filter.change(action) else { return nil }
      return "<a class=\"button\" href=\"\(Self.changeLink(action, filter.text))\">\(action.title)…</a> "
    }
    return "<p class=\"all\">All jobs that match: \(links)</p>"
  }

  private func endedJobs(_ filter: QueueFilter, _ before: Int64?, _ view: PageView) async throws -> HTML {
    guard filter.key == nil, filter.words.isEmpty else {
      return
        "<p class=\"note\">The history keeps neither inputs nor keys: search ended jobs by function, id, host, error and since.</p>"
    }
    let found: JobCommand.FoundRuns = try await controls.callJobs(
      "jobs_runs", filter.runSearch(before: before, limit: Self.rows))
    let empty: HTML = found.next == nil ? "No ended try matches." : "No ended try matches so far."
    let note: HTML =
      found.examinedBackTo.map { "<p class=\"note\">Searched back to \(Instant($0, now: view.now).html).</p>" }
      ?? .empty
    let table = RunTable(runs: found.runs, empty: empty, view: view).html
    return "\(table)\(note)\(pager(found.next, count: found.runs.count, view))"
  }

  private func pager(_ next: Int64?, count: Int, _ view: PageView) -> HTML {
    guard let next else { return .empty }
    return count < Self.rows
      ? "<nav class=\"pager\"><a class=\"button\" href=\"\(view.query.replacing(["before": "\(next)"]).link)\">Search older ones</a></nav>"
      : Pager(before: "\(next)", view: view).html
  }

  /// The path of the page that counts the jobs of a filter before an action.
  static func changeLink(_ action: JobCommand.Action, _ filter: String) -> String {
    let query = Form([.init("action", action.path), .init("q", filter)])
    return Section.queue.path("change") + query.link
  }
}
