import ArgumentParser
import Jobs

/// `jobs queue`.
struct JobsQueueCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "queue",
      abstract: "Show the jobs that wait, run or are dead.",
      discussion: """
        A job is available, scheduled (for later, or for its next try), held (its function is paused), running, or dead \
        (its tries are used up). ERROR is that of its last try; `jobs show` shows all of them. Times are in UTC.

        Examples:
          \(Program.name) jobs queue
          \(Program.name) jobs queue --state dead --job send_receipt --json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "Only this job or function.")
  var job: String?

  @Option(help: "Only this state.")
  var state: String?

  @Option(help: "The most lines, 1 to 1000.")
  var limit = 50

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let jobs: [QueuedJob] = try await control.call(
        "jobs_queue", JobCommand.Queue(name: job, state: state, limit: limit))
      guard !json else { return try Output.json(jobs) }
      var table = Table("JOB", "NAME", "STATE", "DUE", "PRIORITY", "TRIES", "TRIGGER", "KEY", "HOST", "ERROR")
      table.rows = jobs.map { job in
        [
          "\(job.id)", job.name, job.state, Words.instant(job.runAt), "\(job.priority)",
          "\(job.attempt) of \(job.maximumAttempts)", job.trigger, job.key.map(Words.line) ?? "-", job.host ?? "-",
          job.error.map(Words.line) ?? "",
        ]
      }
      Output.line(table.text)
    }
  }
}
