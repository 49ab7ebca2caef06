import FoundationEssentials
import Jobs

/// The bulk changes in progress, and those that ended in the last ten minutes.
struct BulkProgressTable {
  /// The time in seconds for which an ended change is shown.
  private static let shown: Double = 600

  private let changes: [JobCommand.BulkProgress]
  private let now: Date

  init(_ changes: [JobCommand.BulkProgress], now: Date) {
    self.changes = changes.filter { change in change.endedAt.map { now.timeIntervalSince($0) < Self.shown } ?? true }
    self.now = now
  }

  /// The list; empty HTML without changes that are in progress or have just ended.
  var html: HTML {
    guard !changes.isEmpty else { return .empty }
    return Panel(
      // A list with another role is no list, and its items would stand alone.
      title: "Changes of many jobs", content: "<div role=\"status\"><ul>\(changes.map(line))</ul></div>"
    ).html
  }

  private func line(_ change: JobCommand.BulkProgress) -> HTML {
    let examined = change.done + change.skipped + change.busy
    let unchanged = UnchangedJobs.words(skipped: change.skipped, busy: change.busy)
    let meter = Meter(
      fraction: Double(examined) / Double(max(1, change.count)),
      text: "\(Quantities.count(change.done)) of \(Quantities.count(change.count))",
      kind: change.error != nil ? .bad : change.endedAt == nil ? .busy : .good
    ).html
    let state =
      if let error = change.error {
        Badge(.bad, "ended early: \(error)").html
      } else if let endedAt = change.endedAt {
        "\(Badge(.good, "done").html) in \(Quantities.duration(seconds: endedAt.timeIntervalSince(change.startedAt)))"
          as HTML
      } else {
        Badge(.busy, "going on").html
      }
    return "<li>\(change.action.title) <code>\(change.selection)</code> \(meter)\(unchanged) \(state)</li>"
  }
}
