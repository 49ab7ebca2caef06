import ArgumentParser
import FoundationEssentials
import Jobs

/// `jobs stats`.
struct JobsStatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count what is in the queue, and what has ended lately.",
    discussion: """
      A line for each job and function. DUE waits for a host with room, OLDEST says for how long the first of them has; \
      LATER waits for its time or its next try, HELD for `jobs resume`. COMPLETED and FAILED count tries since --since; \
      AVERAGE and LONGEST are of those that completed.

      Examples:
        \(Program.name) jobs stats
        \(Program.name) jobs stats --since 7d --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(
    help:
      "Count tries that ended at this instant (ISO 8601) or later, or so long ago at most: 30m, 2h, 7d. (default: 24h)")
  var since: Moment?

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let now = Date()
    let since = since?.date ?? now.addingTimeInterval(-86_400)
    try await options.withHostControl { control in
      let statistics: [JobStatistics] = try await control.call("jobs_stats", JobCommand.Span(since: since))
      guard !json else { return try Output.json(statistics) }
      let table = Table(
        "NAME", "DUE", "OLDEST", "LATER", "HELD", "RUNNING", "DEAD", "COMPLETED", "FAILED", "AVERAGE", "LONGEST",
        of: statistics
      ) { job in
        [
          Words.line(job.name), "\(job.available)", job.oldest.map { Self.age($0, now) } ?? "-", "\(job.scheduled)",
          "\(job.held)", "\(job.running)", "\(job.dead)", "\(job.completed)", "\(job.failed)",
          job.averageMilliseconds.map(Words.duration) ?? "-", job.longestMilliseconds.map(Words.duration) ?? "-",
        ]
      }
      Output.line(table.text)
    }
  }

  private static func age(_ date: Date, _ now: Date) -> String {
    Words.duration(milliseconds: Int64(min(max(0, now.timeIntervalSince(date)), 1e12) * 1000))
  }
}
