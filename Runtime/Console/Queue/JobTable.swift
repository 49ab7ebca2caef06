import FoundationEssentials
import Jobs

/// A list of jobs in the queue.
struct JobTable {
  let jobs: [QueuedJob]
  let empty: HTML
  let view: PageView

  var html: HTML {
    DataTable(
      columns: [
        .init("Job", .end), .init("Function"), .init("State"), .init("Try", .end), .init("Input"), .init("Key"),
        .init("Priority", .end), .init("Due"), .init("Enqueued"), .init("Host"), .init("Last error"),
      ],
      rows: jobs.map(row), empty: empty, view: view, label: "Jobs"
    ).html
  }

  private func row(_ job: QueuedJob) -> DataTable.Row {
    DataTable.Row(
      key: "\(job.id)", link: Section.queue.path("\(job.id)"),
      cells: [
        "\(job.id)", "\(job.name)", JobBadge.html(job), "\(job.attempt)/\(job.maximumAttempts)",
        job.input.map { "<code>\($0)</code>" } ?? "", "\(job.key ?? "")", "\(job.priority)",
        Instant(job.runAt, now: view.now).html, Instant(job.enqueuedAt, now: view.now).html,
        JobHostName(job.host).html, ErrorLine(job.reason ?? job.error).html,
      ],
      selectable: "\(job.id)")
  }
}
