import ArgumentParser
import Edge
import Jobs

/// `jobs retry`.
struct JobsRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Give jobs that are dead, or wait, their next try now.",
    discussion: """
      One job by its id, or all that match; of these, dead ones unless --state scheduled asks for those that wait for \
      their next try. A dead one gets as many more tries as it had. One whose host died under it runs alone at first: \
      no other job of its function starts beside it.

      All that match are counted first, and changed only with --yes or after a question on the terminal. The exit code is 1 \
      if nothing was changed although something matches.

      Examples:
        \(Program.name) jobs retry 17
        \(Program.name) jobs retry --job send_receipt --since 2h \\
          --error "connection refused" --dry-run
        \(Program.name) jobs retry --state dead --yes --json
      """)

  @OptionGroup var chosen: JobSelection

  func run() async throws {
    try await chosen.perform(.retry) { id, control in
      let retried: JobCommand.Retried = try await control.call("jobs_retry", JobCommand.ID(id: id))
      if control.assembly != nil { Output.warning("no host is running: the job waits for one") }
      guard !chosen.json else { return try Output.json(retried) }
      Output.line(
        retried.state == .held
          ? "Job \(id) is due, but held until `\(Program.name) jobs resume \(retried.name)`."
          : "Job \(id) is tried again.")
    }
  }
}
