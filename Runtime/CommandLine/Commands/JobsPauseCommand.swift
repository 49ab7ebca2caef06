import ArgumentParser

/// `jobs pause`.
struct JobsPauseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause a job or a function: its schedule and its queued jobs do not start until `jobs resume`.",
    discussion: """
      It stays so, through restarts too, until `jobs resume`. What runs goes on. The ticks in between are left out; what \
      is enqueued waits. `jobs run` runs it nevertheless.

      Examples:
        \(Program.name) jobs pause tidy_up
        \(Program.name) jobs pause tidy_up --json
      """)

  @OptionGroup var job: JobSwitch

  func run() async throws { try await job.turn("jobs_pause", "Paused") }
}
