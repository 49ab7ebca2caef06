import ArgumentParser
import Workers

/// `workers list`.
struct WorkersListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the workers, the groups whose workers fail to start, and the latest deaths.",
    discussion: """
      STATE is booting until the first frame, ready while it takes calls, retiring while it finishes those that it has, and \
      ending while it is being killed. IN FLIGHT counts its calls, with their background work; SERVED all that it was given.

      A group that backs off has had ten deaths at boot in a row: the host starts one worker in 5 s, and answers the \
      calls 503 BOOT_ERROR. Deploy a mended bundle; its first call starts a worker at once.

      Examples:
        \(Program.name) workers list
        \(Program.name) workers list --json \\
          | jq -r '.workers[] | [.worker, .pid, .group] | @tsv'
      """)

  @OptionGroup var options: ConfigurationFiles

  @Option(help: "The number of deaths to show: the latest first, as JSON last.")
  var deaths = 5

  @Flag(help: "As JSON.")
  var json = false

  func validate() throws {
    if deaths < 0 { throw ValidationError("--deaths is \(deaths): expected 0 or more") }
  }

  func run() async throws {
    let report: WorkerReport = try await options.callWorkers("workers")
    guard !json else {
      let latest = Array(report.deaths.suffix(deaths))
      return try Output.json(WorkerReport(workers: report.workers, groups: report.groups, deaths: latest))
    }
    if report.workers.isEmpty {
      Output.line("No worker is up. A worker starts with the first call of its group.")
    } else {
      Output.line(WorkerTable(report).workers)
    }
    for group in report.groups where group.isBackingOff && !group.isReplaced {
      Output.warning(
        "the group \(group.group) of \(group.bundle) answers no calls: its workers keep ending at boot; the table of deaths and the log have their last lines"
      )
    }
    guard deaths > 0, !report.deaths.isEmpty else { return }
    Output.line("")
    Output.line(WorkerTable(report).deaths(latest: deaths))
  }
}
