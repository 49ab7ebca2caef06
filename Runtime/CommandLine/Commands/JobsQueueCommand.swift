import ArgumentParser
import Edge
import Jobs

/// `jobs queue`.
struct JobsQueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Show the jobs that wait, run or are dead.",
    discussion: """
      A job is available, scheduled (for later, or for its next try), held (its function is paused), running, or dead \
      (its tries are used up). ERROR is the reason why a due job waits, or the error of its last try; `jobs show` shows \
      those of all tries. Times are in UTC.

      --text, --key, --error and --before search from the newest job on. A search that takes long stops early and says how to go on.

      Examples:
        \(Program.name) jobs queue
        \(Program.name) jobs queue --state dead --job send_receipt --json
        \(Program.name) jobs queue --text "order_17" --error "connection refused"
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "Only this job or function.")
  var job: String?

  @Option(
    help: "Only this state. With a search, `retrying` selects scheduled jobs that have failed a try.",
    completion: Word.completion(of: JobState.self))
  var state: String?

  @Option(help: "Only jobs with this key.")
  var key: String?

  @Option(help: "Only jobs whose input contains this text, in capitals or not; can be given several times.")
  var text: [String] = []

  @Option(help: "Only jobs whose last error contains this text, in capitals or not.")
  var error: String?

  @Option(help: "Only jobs with a smaller id, the newest first.")
  var before: Int64?

  @Option(help: "The most lines, 1 to 1000.")
  var limit = 50

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let (jobs, next) = try await jobs(control)
      guard !json else {
        try Output.json(jobs)
        if let next { Output.warning("there may be more jobs: continue with --before \(next)") }
        return
      }
      let table = Table(
        "JOB", "NAME", "STATE", "DUE", "PRIORITY", "TRIES", "TRIGGER", "KEY", "HOST", "ERROR", of: jobs
      ) { job in
        [
          "\(job.id)", job.name, job.state, Words.instant(job.runAt), "\(job.priority)",
          "\(job.attempt) of \(job.maximumAttempts)", job.trigger, job.key.map(Words.line) ?? "-", job.host ?? "-",
          (job.reason ?? job.error).map(Words.line) ?? "",
        ]
      }
      Output.line(table.text)
      if let next { Output.line("There may be more jobs: continue with --before \(next)") }
    }
  }

  /// The jobs, and the id before which a search goes on.
  private func jobs(_ control: HostControl) async throws -> ([QueuedJob], next: Int64?) {
    guard key != nil || !text.isEmpty || error != nil || before != nil || state == "retrying" else {
      return (try await control.call("jobs_queue", JobCommand.Queue(name: job, state: state, limit: limit)), nil)
    }
    var search = JobCommand.Search()
    search.name = job
    search.state = state
    search.key = key
    search.texts = text
    search.error = error
    search.before = before
    search.limit = limit
    let found: JobCommand.Found = try await control.call("jobs_search", search)
    return (found.jobs, found.next)
  }
}
