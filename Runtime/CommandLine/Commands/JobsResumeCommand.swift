import ArgumentParser

/// `jobs resume`.
struct JobsResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume a paused job or function.",
    discussion: """
      Its schedule goes on with the next tick, and what has waited in the queue runs.

      Examples:
        \(Program.name) jobs resume tidy_up
        \(Program.name) jobs resume tidy_up --json
      """)

  @OptionGroup var job: JobSwitch

  func run() async throws { try await job.turn("jobs_resume", "Resumed") }
}
