import ArgumentParser
import Jobs

/// `jobs retry`.
struct JobsRetryCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "retry",
      abstract: "Give a job that is dead, or waits, its next try now.",
      discussion: """
        A dead one gets as many more tries as it had. `jobs queue --state dead` shows those that there are.

        Examples:
          \(Program.name) jobs retry 17
          \(Program.name) jobs retry 17 --json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's id.")
  var id: Int64

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let started: JobCommand.Started = try await control.call("jobs_retry", JobCommand.ID(id: id))
      if control.assembly != nil { Output.warning("no host is running: the job waits for one") }
      try json ? Output.json(started) : Output.line("Job \(started.id) is tried again.")
    }
  }
}
