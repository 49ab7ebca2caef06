import ArgumentParser
import Edge
import FoundationEssentials
import Jobs

/// `jobs history`.
struct JobsHistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show the runs, the newest first.",
    discussion: """
      Each try has a line, and so has each tick that did not run. An outcome is completed, failed, timed_out, cancelled, \
      discarded, snoozed, interrupted, lost or skipped. `--outcome running` shows the tries that run now, and \
      `--outcome dead` the last try of each dead job. Times are in UTC.

      Examples:
        \(Program.name) jobs history
        \(Program.name) jobs history --job tidy_up --outcome failed --since 2d
        \(Program.name) jobs history --since 2026-03-01T00:00:00Z \\
          --until 2026-03-02T00:00:00Z --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "Only this job or function.")
  var job: String?

  @Option(help: "Only this outcome.", completion: Word.completion(of: RunOutcome.self))
  var outcome: String?

  @Option(help: "Only what ended at this instant (ISO 8601) or later, or so long ago at most: 30m, 2h, 7d.")
  var since: Moment?

  @Option(help: "Only what ended before this instant, or longer ago.")
  var until: Moment?

  @Option(help: "The most lines, 1 to 1000.")
  var limit = 50

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      var filter = HistoryFilter()
      filter.name = job
      filter.outcome = outcome
      filter.since = since?.date
      filter.until = until?.date
      filter.limit = limit
      let runs: [RunRecord] = try await control.call("jobs_history", filter)
      guard !json else { return try Output.json(runs) }
      let table = Table(
        "JOB", "NAME", "TRIGGER", "TRY", "DUE", "ENDED", "TOOK", "OUTCOME", "ERROR", of: runs, row: Self.row)
      Output.line(table.text)
    }
  }

  private static func row(_ run: RunRecord) -> [String] {
    [
      run.jobID.map(String.init) ?? "-", run.name, run.trigger, run.attempt > 0 ? "\(run.attempt)" : "-",
      Words.instant(run.scheduledAt) + (run.isLate ? " (late)" : ""), run.finishedAt.map(Words.instant) ?? "-",
      run.milliseconds.map(Words.duration) ?? "-", run.outcomeInWords + (run.isDead ? " (dead)" : ""),
      run.remarks,
    ]
  }
}
