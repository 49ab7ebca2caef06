import ArgumentParser

/// `jobs`: the commands on schedules, the history and the queue.
struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Manage the jobs: their schedules, their history and the queue.",
    discussion: """
      The commands act at once on the host that serves the database, through the socket beside it. If none is running they \
      work straight on the database; what they put into the queue then waits for a host.

      What the code says of a job can be changed in config.toml, under [jobs.<name>]: schedule, time_zone, enabled, \
      catch_up, overlap, retries, older_than.

      Examples:
        \(Program.name) jobs list
        \(Program.name) jobs run tidy_up
        \(Program.name) jobs history --job tidy_up --outcome failed --since 2d
        \(Program.name) jobs show 17
        \(Program.name) jobs retry --job send_receipt --state dead --dry-run
      """,
    subcommands: [
      JobsListCommand.self, JobsNextCommand.self, JobsRunCommand.self, JobsHistoryCommand.self,
      JobsQueueCommand.self, JobsShowCommand.self, JobsStatsCommand.self, JobsEnqueueCommand.self,
      JobsRetryCommand.self, JobsCancelCommand.self, JobsDiscardCommand.self, JobsPauseCommand.self,
      JobsResumeCommand.self, JobsHostsCommand.self,
    ])
}
