import FoundationEssentials
import Jobs

/// The counts of the queue by function.
struct FunctionTable {
  let counts: QueueCounts
  let view: PageView

  var html: HTML {
    let table = DataTable(
      columns: [
        .init("Function", sortKey: "name"), .init("Waiting", .end, sortKey: "waiting"),
        .init("Scheduled", .end, sortKey: "scheduled"), .init("Running", .end, sortKey: "running"),
        .init("Retrying", .end, sortKey: "retrying"), .init("Dead", .end, sortKey: "dead"),
        .init("Oldest", sortKey: "oldest"), .init("Done/min", .end, sortKey: "done"), .init("Last hour"),
        .init("Failed", .end, sortKey: "failed"), .init("State"), .init(""),
      ],
      rows: sorted.map(row),
      empty:
        "No function for the service role and no job is registered. <code>swiftlet functions</code> lists what this host serves.",
      view: view, label: "Functions"
    ).html
    return Panel(title: "Functions", content: "\(table)\(note)").html
  }

  /// The note about the age and the period of the counts; empty if they are recent and of a whole hour.
  private var note: HTML {
    var note = HTML.empty
    if view.now.timeIntervalSince(counts.at) > 3 { note += "Counted \(Instant(counts.at, now: view.now).html). " }
    if counts.at.timeIntervalSince(counts.since) < 3500 {
      note += "Done and failed are counted since \(Instant(counts.since, now: view.now).html)."
    }
    return note.isEmpty ? .empty : "<p class=\"note\">\(note)</p>"
  }

  private var sorted: [QueueCounts.Entry] {
    guard let sorting = view.sorting else { return counts.functions }
    func sort(by value: (QueueCounts.Entry) -> (some Comparable)?) -> [QueueCounts.Entry] {
      sorting.sorted(counts.functions, by: value, then: { $0.name })
    }
    return switch sorting.key {
    case "waiting": sort { $0.waiting }
    case "scheduled": sort { $0.scheduled }
    case "running": sort { $0.running }
    case "retrying": sort { $0.retrying }
    case "dead": sort { $0.dead }
    case "done": sort { $0.completedPerMinute }
    case "failed": sort { $0.failedFraction }
    // An older due time is a longer wait.
    case "oldest": sort { $0.oldest.map { -$0.timeIntervalSince1970 } }
    default: sort { $0.name }
    }
  }

  private func row(_ entry: QueueCounts.Entry) -> DataTable.Row {
    let name = "function:\(entry.name)"
    return DataTable.Row(
      key: entry.name, link: Section.queue.path(filter: name),
      cells: [
        "\(entry.name)", number(entry.waiting, "\(name) state:available"),
        number(entry.scheduled, "\(name) state:scheduled"),
        running(entry), number(entry.retrying, "\(name) state:retrying"), dead(entry),
        entry.oldest.map { Instant($0, now: view.now).html } ?? "–", "\(Quantities.count(entry.completedPerMinute))",
        Sparkline(entry.minutes.map(Double.init), label: "\(entry.completed) completed").html,
        entry.failedFraction.map { "\(Quantities.percent($0))" } ?? "–", state(entry), actions(entry),
      ])
  }

  private func number(_ count: Int, _ filter: String) -> HTML {
    count == 0 ? "0" : "<a href=\"\(Section.queue.path(filter: filter))\">\(Quantities.count(count))</a>"
  }

  private func dead(_ entry: QueueCounts.Entry) -> HTML {
    guard entry.dead > 0 else { return "0" }
    let link = Section.queue.path(filter: "function:\(entry.name) state:dead")
    return "<a href=\"\(link)\">\(Badge(.bad, Quantities.count(entry.dead)).html)</a>"
  }

  private func running(_ entry: QueueCounts.Entry) -> HTML {
    guard let limit = entry.limit else { return number(entry.running, "function:\(entry.name) state:running") }
    return Meter(
      fraction: Double(entry.running) / Double(max(1, limit)), text: "\(entry.running) of \(limit)",
      kind: entry.running >= limit ? .warning : .busy
    ).html
  }

  private func state(_ entry: QueueCounts.Entry) -> HTML {
    if entry.isPaused { return Badge(.warning, entry.held > 0 ? "paused, \(entry.held) held" : "paused").html }
    if !entry.isKnown { return Badge(.warning, "not deployed here").html }
    return Badge(entry.running > 0 ? .busy : .good, entry.running > 0 ? "running" : "on").html
  }

  private func actions(_ entry: QueueCounts.Entry) -> HTML {
    guard view.canAct else { return .empty }
    var actions = HTML.empty
    if entry.isKnown {
      actions +=
        ActionForm(
          section: .queue, action: entry.isPaused ? "resume" : "pause", fields: [.init("name", entry.name)],
          label: entry.isPaused ? "Resume" : "Pause", view: view
        ).html
    }
    if entry.dead > 0 {
      let dead = "function:\(entry.name) state:dead"
      actions += " <a class=\"button\" href=\"\(QueuePage.changeLink(.retry, dead))\">Retry dead…</a>"
      actions += " <a class=\"button\" href=\"\(QueuePage.changeLink(.discard, dead))\">Delete dead…</a>"
    }
    return actions
  }
}

extension QueueCounts.Entry {
  /// The part of the ended tries that failed; nil if none ended.
  var failedFraction: Double? {
    completed + failed > 0 ? Double(failed) / Double(completed + failed) : nil
  }
}
