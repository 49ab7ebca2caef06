import Jobs

extension RunRecord {
  /// The outcome with spaces: `timed out`.
  var outcomeInWords: String { outcome.replacing("_", with: " ") }

  /// The error, and the host from which the job was taken over.
  var remarks: String {
    [error.map(Words.line), takenOverFrom.map { "taken over from \(Words.host($0))" }].compactMap { $0 }
      .joined(separator: "; ")
  }

  /// The outcome, and what follows it: the next try, or the job as dead.
  ///
  /// - Parameter isHosted: whether a host is running that can make the next try.
  func summary(isHosted: Bool) -> String {
    let preposition = outcome == RunOutcome.completed.rawValue ? "in" : "after"
    let time = milliseconds.map { " \(preposition) \(Words.duration(milliseconds: $0))" } ?? ""
    var lines = ["\(name) \(outcomeInWords)\(time) (job \(jobID ?? 0), try \(attempt))"]
    if let error { lines[0] += ": \(Words.line(error))" }
    if let nextRunAt {
      lines.append(
        "It is tried again at \(Words.instant(nextRunAt))\(isHosted ? "" : ", if a host is running by then").")
    } else if isDead {
      lines.append(
        "That was its last try: it stays in the queue as dead. `\(Program.name) jobs retry \(jobID ?? 0)` tries again.")
    }
    return lines.joined(separator: "\n")
  }
}
