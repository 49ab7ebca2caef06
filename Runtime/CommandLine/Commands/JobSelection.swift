import ArgumentParser
import Edge
import FoundationEssentials
import Glibc
import Jobs

/// The jobs of the queue that a command acts on: one by its id, or all that match.
struct JobSelection: ParsableArguments {
  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's id; or choose with --job, --state, --since, --error, --key and --text.")
  var id: Int64?

  @Option(help: "Only jobs of this job or function.")
  var job: String?

  @Option(help: "Only jobs in this state.", completion: Word.completion(of: JobState.self))
  var state: String?

  @Option(
    help: "Only jobs whose last try ended at this instant (ISO 8601) or later, or so long ago at most: 30m, 2h, 7d.")
  var since: Moment?

  @Option(help: "Only jobs whose last error contains this text, in capitals or not.")
  var error: String?

  @Option(help: "Only jobs with this key.")
  var key: String?

  @Option(help: "Only jobs whose input contains this text, in capitals or not; can be given several times.")
  var text: [String] = []

  @Flag(help: "Show how many jobs match, and change nothing.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Do it to all that match without asking.")
  var yes = false

  @Flag(help: "As JSON.")
  var json = false

  private var hasFilter: Bool {
    job != nil || state != nil || since != nil || error != nil || key != nil || !text.isEmpty
  }

  func validate() throws {
    guard id != nil || hasFilter else {
      throw ValidationError(
        "No job is chosen: give an id, or one of --job, --state, --since, --error, --key and --text")
    }
    guard id == nil || !hasFilter && !dryRun else {
      throw ValidationError("An id chooses one job: leave the options that select jobs, and --dry-run, out")
    }
  }

  /// Performs an action on the chosen jobs.
  ///
  /// - Parameter one: performs the action on one job by its id.
  /// - Throws: `ExitCode` 1 after the output if jobs match, and none of them was changed.
  func perform(
    _ action: JobCommand.Action, one: (Int64, HostControl) async throws -> Void
  ) async throws {
    try await options.withHostControl { control in
      if let id { return try await one(id, control) }
      var change = JobCommand.Change(action)
      change.name = job
      change.state = state
      change.since = since?.date
      change.error = error
      change.key = key
      change.texts = text.isEmpty ? nil : text
      try await perform(change, control)
    }
  }

  private func perform(_ change: JobCommand.Change, _ control: HostControl) async throws {
    let matching: JobCommand.Matching = try await control.call("jobs_matching", change)
    if !json { show(matching) } else if dryRun { try Output.json(matching) }
    guard !dryRun else { return }
    guard matching.count > 0 else {
      return json ? try Output.json(Summary(matching)) : ()
    }
    try confirm(change.action, matching.count)
    var (done, skipped, busy) = (0, 0, 0)
    var change = change
    // Jobs that match only since they were counted are left alone.
    change.last = matching.last
    repeat {
      let changed: JobCommand.Changed = try await control.call("jobs_change", change)
      done += changed.done
      skipped += changed.skipped
      busy += changed.busy
      change.after = changed.next
    } while change.after != nil
    if change.action == .retry, control.assembly != nil { Output.warning("no host is running: the jobs wait for one") }
    if json {
      try Output.json(Summary(matching, done: done, skipped: skipped, busy: busy))
    } else {
      let unchanged = Self.unchanged(skipped: skipped, busy: busy)
      Output.line("\(change.action.past) \(Self.words(done))\(unchanged).")
    }
    guard done > 0 else { throw ExitCode(Failure.Code.failed.rawValue) }
  }

  private func show(_ matching: JobCommand.Matching) {
    guard matching.count > 0 else {
      return Output.line(
        matching.isPartial == true
          ? "No job matches so far: counting all takes too long. Narrow the selection with --job or --state."
          : "No job matches.")
    }
    Output.line("\(Self.words(matching.count)) \(matching.count == 1 ? "matches" : "match"):")
    let table = Table("NAME", "STATE", "JOBS", of: matching.groups) { [Words.line($0.name), $0.state, "\($0.count)"] }
    Output.line(table.text)
    if matching.isPartial == true {
      Output.line("There are more: counting them all takes too long. Run the command again for the others.")
    }
  }

  /// Asks on the terminal whether to go on.
  ///
  /// - Throws: ``Failure`` if the answer is no, or there is no terminal.
  private func confirm(_ action: JobCommand.Action, _ count: Int) throws {
    guard !yes else { return }
    guard isatty(STDIN_FILENO) != 0, Output.errorIsTerminal, !json else {
      throw Failure(
        .failed, "\(Self.words(count)) \(count == 1 ? "matches" : "match"), and nothing was changed",
        hint: "add --yes to \(action.rawValue) them")
    }
    Output.question("\(action.rawValue.capitalized) \(Self.words(count))? [y/N] ")
    guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else { throw Failure(.failed, "Nothing was changed") }
  }

  /// The numbers of jobs that were not changed, in words; empty for none.
  static func unchanged(skipped: Int, busy: Int) -> String {
    let skipped = skipped > 0 ? "; \(skipped) skipped (state changed, or key in use)" : ""
    let busy = busy > 0 ? "; \(busy) busy (in another transaction: run the command again)" : ""
    return skipped + busy
  }

  private static func words(_ count: Int) -> String { count == 1 ? "1 job" : "\(count) jobs" }

  private struct Summary: Encodable {
    let matched: Int
    let done: Int
    let skipped: Int
    let busy: Int
    /// Whether more jobs may match, since counting them all takes too long; nil if not.
    let isPartial: Bool?

    private enum CodingKeys: String, CodingKey {
      case matched, done, skipped, busy
      case isPartial = "is_partial"
    }

    init(_ matching: JobCommand.Matching, done: Int = 0, skipped: Int = 0, busy: Int = 0) {
      matched = matching.count
      self.done = done
      self.skipped = skipped
      self.busy = busy
      isPartial = matching.isPartial
    }
  }
}

extension JobCommand.Action {
  fileprivate var past: String {
    switch self {
    case .retry: "Retried"
    case .run: "Started"
    case .cancel: "Cancelled"
    case .discard: "Discarded"
    }
  }
}
