import ArgumentParser
import Jobs

/// `jobs pause`.
struct JobsPauseCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "pause",
      abstract: "Let a job or a function start nothing by itself.",
      discussion: """
        It stays so, through restarts too, until `jobs resume`. What runs goes on. The ticks in between are left out; what \
        is enqueued waits. `jobs run` runs it nevertheless.

        Examples:
          \(Program.name) jobs pause tidy_up
          \(Program.name) jobs pause tidy_up --json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's or the function's name.")
  var name: String

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let paused: JobCommand.Name = try await control.call("jobs_pause", JobCommand.Name(name: name))
      try json ? Output.json(paused) : Output.line("Paused \(paused.name).")
    }
  }
}

/// `jobs resume`.
struct JobsResumeCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "resume",
      abstract: "Let a paused job or function go on.",
      discussion: """
        Its schedule goes on with the next tick, and what has waited in the queue runs.

        Examples:
          \(Program.name) jobs resume tidy_up
          \(Program.name) jobs resume tidy_up --json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's or the function's name.")
  var name: String

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let resumed: JobCommand.Name = try await control.call("jobs_resume", JobCommand.Name(name: name))
      try json ? Output.json(resumed) : Output.line("Resumed \(resumed.name).")
    }
  }
}
