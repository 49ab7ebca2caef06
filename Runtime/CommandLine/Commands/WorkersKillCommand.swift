import ArgumentParser
import Workers

/// `workers kill`.
struct WorkersKillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "End workers at once, with all processes that they have started.",
    discussion: """
      Calls whose handlers have begun are answered 500 WORKER_ERROR. `\(Program.name) workers retire` cuts none.

      Examples:
        \(Program.name) workers kill 17
        \(Program.name) workers kill --group add_note
      """)

  @OptionGroup var options: ConfigurationFiles
  @OptionGroup var selection: WorkerSelection

  func run() async throws {
    let workers: [WorkerSummary] = try await options.callWorkers("workers_kill", selection.value)
    for worker in workers {
      Output.line("Worker \(worker.worker) of \(worker.group) was killed with \(worker.inFlight) calls in flight.")
    }
  }
}
