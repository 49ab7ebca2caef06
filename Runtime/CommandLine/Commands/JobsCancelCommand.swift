import ArgumentParser
import Jobs

/// `jobs cancel`.
struct JobsCancelCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cancel",
      abstract: "Cancel a job that waits, is dead, or runs.",
      discussion: """
        One that waits ends at once. One that runs is told, and ends when its handler does; it is not tried again.

        Examples:
          \(Program.name) jobs cancel 17
          \(Program.name) jobs cancel 17 --json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's id.")
  var id: Int64

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let cancelled: JobCommand.Cancelled = try await control.call("jobs_cancel", JobCommand.ID(id: id))
      guard !json else { return try Output.json(cancelled) }
      Output.line(
        cancelled.result == .cancelling ? "Job \(id) runs, and was told to end." : "Job \(id) is cancelled.")
    }
  }
}
