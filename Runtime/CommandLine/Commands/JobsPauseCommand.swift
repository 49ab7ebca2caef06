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

  @OptionGroup var job: JobSwitch

  func run() async throws { try await job.turn("jobs_pause", "Paused") }
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

  @OptionGroup var job: JobSwitch

  func run() async throws { try await job.turn("jobs_resume", "Resumed") }
}

/// The job or function that is paused or goes on.
struct JobSwitch: ParsableArguments {
  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's or the function's name.")
  var name: String

  @Flag(help: "As JSON.")
  var json = false

  /// Calls a control, and says by `word` what it did.
  func turn(_ control: String, _ word: String) async throws {
    try await options.withHostControl { host in
      let turned: JobCommand.Name = try await host.call(control, JobCommand.Name(name: name))
      try json ? Output.json(turned) : Output.line("\(word) \(turned.name).")
    }
  }
}
