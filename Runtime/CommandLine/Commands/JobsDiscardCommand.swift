import ArgumentParser
import Jobs

/// `jobs discard`.
struct JobsDiscardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Take jobs out of the queue that are dead, or wait.",
    discussion: """
      Their history stays, and says so; their input is deleted. A job that runs is not discarded: `jobs cancel` ends it.

      One job by its id, or all that match; of these, dead ones unless --state says another. They are counted first, and \
      discarded only with --yes or after a question on the terminal. The exit code is 1 if none was discarded although \
      something matches.

      Examples:
        \(Program.name) jobs discard 17
        \(Program.name) jobs discard --job send_receipt --error "no such user" --yes
      """)

  @OptionGroup var chosen: JobSelection

  func run() async throws {
    try await chosen.perform(.discard) { id, control in
      let name: JobCommand.Name = try await control.call("jobs_discard", JobCommand.ID(id: id))
      try chosen.json ? Output.json(name) : Output.line("Job \(id) of \(name.name) is discarded.")
    }
  }
}
