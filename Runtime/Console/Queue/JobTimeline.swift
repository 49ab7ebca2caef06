import FoundationEssentials
import Jobs

/// The states of a job with their times, the oldest first.
struct JobTimeline {
  private struct Entry {
    let at: Date
    let state: HTML
    let note: HTML
  }

  let job: JobCommand.Details
  let view: PageView

  var html: HTML {
    let items = entries.map { "<li>\(Instant($0.at, now: view.now).html) \($0.state) \($0.note)</li>" as HTML }
    return "<ol class=\"timeline\">\(items)</ol>"
  }

  private var entries: [Entry] {
    var entries: [Entry] = []
    if let queued = job.queued {
      entries.append(Entry(at: queued.enqueuedAt, state: JobBadge.html(state: "enqueued"), note: ""))
    }
    if let first = job.runs.first?.scheduledAt {
      entries.append(Entry(at: first, state: JobBadge.html(state: "due"), note: ""))
    }
    for run in job.runs {
      let host: HTML = run.host.map { "on \(JobHostName($0).html)" } ?? .empty
      if let startedAt = run.startedAt {
        entries.append(Entry(at: startedAt, state: JobBadge.html(state: "running"), note: "try \(run.attempt) \(host)"))
      }
      if let finishedAt = run.finishedAt {
        let next: HTML = run.nextRunAt.map { "next try due \(Instant($0, now: view.now).html)" } ?? .empty
        entries.append(Entry(at: finishedAt, state: JobBadge.html(run), note: "\(ErrorLine(run.error).html) \(next)"))
      }
    }
    if let queued = job.queued, queued.state != "running", queued.state != "dead" {
      entries.append(
        Entry(
          at: queued.runAt, state: JobBadge.html(queued), note: queued.runAt > view.now ? "due then" : "due since then")
      )
    }
    return entries
  }
}
