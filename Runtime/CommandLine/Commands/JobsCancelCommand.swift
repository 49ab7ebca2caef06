import ArgumentParser
import Jobs

/// `jobs cancel`.
struct JobsCancelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel jobs that wait, are dead, or run.",
    discussion: """
      One that waits ends at once. One that runs has its handler cancelled, and ends when that does; it is not tried again.

      One job by its id, or all that match; of these, unfinished ones unless --state says another. They are counted first, \
      and cancelled only with --yes or after a question on the terminal. The exit code is 1 if none was cancelled although \
      something matches.

      Examples:
        \(Program.name) jobs cancel 17
        \(Program.name) jobs cancel --job send_digest --state scheduled --yes
      """)

  @OptionGroup var chosen: JobSelection

  func run() async throws {
    try await chosen.perform(.cancel) { id, control in
      let cancelled: JobCommand.Cancelled = try await control.call("jobs_cancel", JobCommand.ID(id: id))
      guard !chosen.json else { return try Output.json(cancelled) }
      Output.line(
        cancelled.result == .cancelling ? "Job \(id) runs, and was told to end." : "Job \(id) is cancelled.")
    }
  }
}
