import ArgumentParser

/// `jobs resume`.
struct JobsResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume a paused job or function.",
    discussion: """
      Its schedule goes on with the next tick, and what has waited in the queue runs.

      It also repairs a schedule that is not paused, after the clock was far ahead and was set back: the ticks were \
      decided up to the later time, so the schedule would wait for it. NEXT RUN of `jobs list` shows that.

      Examples:
        \(Program.name) jobs resume tidy_up
        \(Program.name) jobs resume tidy_up --json
      """)

  @OptionGroup var job: JobSwitch

  func run() async throws { try await job.turn("jobs_resume", "Resumed") }
}
