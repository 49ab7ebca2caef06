import ArgumentParser
import Jobs

/// `jobs hosts`.
struct JobsHostsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hosts",
    abstract: "List the hosts that run jobs on this database.",
    discussion: """
      HOST is the machine, the process and something that no other process has; the history names hosts the same way. A \
      host is up as long as it renews its leases. What a lost one had in hand is taken over by the others once its leases have \
      ended; RUNNING is then 0, and nothing is left to do. It is listed for a day after it was last seen.

      Examples:
        \(Program.name) jobs hosts
        \(Program.name) jobs hosts --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let hosts: [JobHost] = try await control.call("jobs_hosts")
      guard !json else { return try Output.json(hosts) }
      guard !hosts.isEmpty else { return Output.line("No host has announced itself.") }
      let table = Table("HOST", "VERSION", "STATE", "RUNNING", "SINCE", "LAST SEEN", of: hosts) { host in
        [
          Words.line(host.id), host.figures.map { Words.line($0.version) } ?? "-", host.isUp ? "up" : "lost",
          "\(host.running)", Words.instant(host.startedAt),
          Words.instant(host.seenAt),
        ]
      }
      Output.line(table.text)
      if hosts.contains(where: { !$0.isUp }) {
        Output.line("A lost host is listed for a day. Its jobs are taken over once its leases have ended.")
      }
    }
  }
}
