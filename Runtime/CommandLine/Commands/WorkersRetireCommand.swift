import ArgumentParser
import Workers

/// `workers retire`.
struct WorkersRetireCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire",
    abstract: "End workers after the calls that they have. No call is cut.",
    discussion: """
      New calls go to other workers, which are started as needed.

      Examples:
        \(Program.name) workers retire 17
        \(Program.name) workers retire --group add_note
        \(Program.name) workers retire --bundle notes
      """)

  @OptionGroup var options: ConfigurationFiles
  @OptionGroup var selection: WorkerSelection

  func run() async throws {
    let workers: [WorkerSummary] = try await options.callWorkers("workers_retire", selection.value)
    for worker in workers {
      Output.line("Worker \(worker.worker) of \(worker.group) retires with \(worker.inFlight) calls in flight.")
    }
  }
}
