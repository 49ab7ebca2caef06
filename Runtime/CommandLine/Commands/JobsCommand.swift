import ArgumentParser
import Host

/// `jobs`: what the executable runs on a schedule.
struct JobsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "jobs",
      abstract: "List the jobs, or run one by hand.",
      discussion: """
        Examples:
          \(Program.name) jobs list
          \(Program.name) jobs run tidy_up
        """,
      subcommands: [JobsListCommand.self, JobsRunCommand.self])
  }
}

/// `jobs list`.
struct JobsListCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "List the jobs and their schedules.",
      discussion: """
        Examples:
          \(Program.name) jobs list
          \(Program.name) jobs list --json
        """)
  }

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let jobs = Application.current.jobs
    guard !json else { return try Output.json(jobs.map { ["name": $0.name, "schedule": $0.schedule] }) }
    var table = Table("NAME", "SCHEDULE")
    table.rows = jobs.map { [$0.name, $0.schedule] }
    Output.line(table.text)
  }
}

/// `jobs run`.
struct JobsRunCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Run a job once, now, in this process.",
      discussion: """
        The exit code is 0 if the job succeeded and 1 if it threw; what it threw goes to stderr. The host has no scheduler \
        yet: a line in the system's crontab with this command fires the job.

        Example:
          \(Program.name) jobs run tidy_up
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's name.")
  var name: String

  func run() async throws {
    let application = Application.current
    guard let job = application.jobs.first(where: { $0.name == name }) else {
      let names = application.jobs.map(\.name).joined(separator: ", ")
      throw Failure(
        .failed, "There is no job named \(name)",
        hint: names.isEmpty ? "this executable has no jobs" : "there are: \(names)")
    }
    try await options.load().withHost(of: application) { host in
      do {
        try await host.run(job)
      } catch {
        throw Failure(.failed, "The job \(job.name) failed: \(error)")
      }
    }
    Output.error("Ran \(job.name).")
  }
}
