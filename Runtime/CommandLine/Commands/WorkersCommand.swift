import ArgumentParser

/// `workers`: the commands on the processes that run functions.
struct WorkersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workers",
    abstract: "Manage the workers: the processes that run the functions of bundles.",
    discussion: """
      A worker is a process of a bundle's executable. It runs one group of functions: a function is a group of its own, \
      unless the bundle or [functions.<name>] group puts several together. The host starts a worker with the group's first \
      call, starts more while all have [workers] calls_per_worker calls in hand, and retires one without calls after \
      [workers] idle_exit.

      When a worker dies, the calls whose handlers had begun are answered 500 WORKER_ERROR, or 546 \
      WORKER_RESOURCE_LIMIT if a limit ended it; those that had not begun go to another worker.

      Examples:
        \(Program.name) workers list
        \(Program.name) workers list --json | jq '.deaths[-1]'
        \(Program.name) workers retire --group add_note
        \(Program.name) workers kill 17
      """,
    subcommands: [WorkersListCommand.self, WorkersRetireCommand.self, WorkersKillCommand.self],
    defaultSubcommand: WorkersListCommand.self)
}
